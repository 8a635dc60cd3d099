// Paints arrows from a slice to the slices that it caused, behind the names that they cross. A target outside the picture gets
// a chip at the edge with its distance in time.
#pragma once

#include "model/analysis/operators/Related.h"
#include "views/shared/painting/PaintTools.h"
#include "views/timeline/painting/DrawList.h"
#include "views/timeline/painting/TimelineGeometry.h"

#include <QPainter>
#include <QPainterPath>
#include <QRegion>

#include <optional>
#include <vector>

namespace lanes {

class FlowPainter {
public:
    FlowPainter(QPainter& painter, const TimelineGeometry& geometry, PaintTools& tools, const DrawList& list,
                const TimeScale& scale, int scroll);

    // `selected` is one end of the flow, or lies around one. The chip is left to paintChips().
    void paint(const Flow& flow, SliceId selected);
    // Paints the chips of all flows painted before, so that they lie over the frames of the ends.
    void paintChips();
    // Returns how much later the flow's target begins than its origin. Arrows, chips at the edge and the details show it.
    [[nodiscard]] static TimeNs apartOf(const Trace& trace, const Flow& flow);
    // Paints only a thin line, for one of many flows. Paints nothing if an end is out of view.
    void paintQuiet(const Flow& flow);

private:
    struct Chip {
        QRect box;
        QString text;
        QString icon; // for a chip at the edge; empty: a small chip on the arrow
        bool right = false;
    };
    void arrow(const QRect& from, const QRect& to, const QString& delay);
    void edge(const QRect& here, const QRect& there, const QString& text);
    void paintEdgeChip(const Chip& chip);
    void stroke(const QPainterPath& path);
    void drawBehindNames(const QPainterPath& path, const QPen& pen);
    [[nodiscard]] bool inView(const QRect& rect) const;
    [[nodiscard]] QString chipText(const Flow& flow, bool forward) const;

    QPainter& painter_;
    const TimelineGeometry& geometry_;
    PaintTools& tools_;
    const DrawList& list_;
    const TimeScale& scale_;
    int scroll_;
    std::optional<QRegion> lines_; // area of the lines: the rows without the names
    std::vector<Chip> chips_;
};

} // namespace lanes
