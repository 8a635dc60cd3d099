// Arrows from a slice to what it caused. Targets outside the picture get a chip at its edge that says how far.
#pragma once

#include "model/analysis/operators/Related.h"
#include "views/shared/painting/PaintTools.h"
#include "views/timeline/painting/DrawList.h"
#include "views/timeline/painting/TimelineGeometry.h"

#include <QPainter>
#include <QPainterPath>

namespace lanes {

class FlowPainter {
public:
    FlowPainter(QPainter& painter, const TimelineGeometry& geometry, PaintTools& tools, const DrawList& list,
                const TimeScale& scale, int scroll);

    // `selected` is one of the flow's ends, or stands around one.
    void paint(const Flow& flow, SliceId selected);
    // How much later its target begins than its origin: at an arrow, at the edge and in the details.
    [[nodiscard]] static TimeNs apartOf(const Trace& trace, const Flow& flow);
    // A thin line only, for one of many; nothing if an end is out of view.
    void paintQuiet(const Flow& flow);

private:
    void arrow(const QRect& from, const QRect& to, const QString& delay);
    void edge(const QRect& here, const QRect& there, const QString& text);
    void stroke(const QPainterPath& path);
    [[nodiscard]] bool inView(const QRect& rect) const;
    [[nodiscard]] QString chipText(const Flow& flow, bool forward) const;

    QPainter& painter_;
    const TimelineGeometry& geometry_;
    PaintTools& tools_;
    const DrawList& list_;
    const TimeScale& scale_;
    int scroll_;
};

} // namespace lanes
