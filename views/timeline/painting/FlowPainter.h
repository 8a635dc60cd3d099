// Arrows from a slice to what it caused, behind the names that they cross. Targets outside the picture get a chip at its edge
// that says how far.
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

    // `selected` is one of the flow's ends, or stands around one. Without its chip.
    void paint(const Flow& flow, SliceId selected);
    // Of all that were painted: over what frames their ends.
    void paintChips();
    // How much later its target begins than its origin: at an arrow, at the edge and in the details.
    [[nodiscard]] static TimeNs apartOf(const Trace& trace, const Flow& flow);
    // A thin line only, for one of many; nothing if an end is out of view.
    void paintQuiet(const Flow& flow);

private:
    struct Chip {
        QRect box;
        QString text;
        QString icon; // of one at the edge; empty: a small one on the arrow
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
    std::optional<QRegion> lines_; // where they may be seen: the rows without names
    std::vector<Chip> chips_;
};

} // namespace lanes
