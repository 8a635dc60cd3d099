// Finds the item under a point of the picture, by the same list that was painted.
#pragma once

#include "views/timeline/painting/DrawList.h"
#include "views/timeline/painting/TimelineGeometry.h"

#include <QPoint>

namespace lanes {

struct Hit {
    // HeaderEdge: the lower edge of `row`, which sets its height.
    enum class Part : std::uint8_t { Nothing, Ruler, Header, HeaderEdge, Chevron, Row };
    Part part = Part::Nothing;
    int row = -1; // of TimelineRows
    SliceId slice;
    std::optional<InstantMark> instant; // in a row of instants: the nearest mark within reach
    TimeNs time = 0;                    // under the point, clamped to the visible range
};

[[nodiscard]] Hit hitTest(const DrawList& list, const TimelineGeometry& geometry, const Metrics& metrics,
                          const TimeScale& scale, int scroll, QPoint at);

// The point of time to which a dragged edge snaps: the edge of a slice, or the instant, nearest to `at` and within `reach`
// pixels. It is searched in the row under `at`, or in any row if that one has none near.
struct Snap {
    enum class Edge : std::uint8_t { Begin, End, Instant };
    TimeNs time = 0;
    StringId name; // name of the event
    Edge edge = Edge::Begin;
};
[[nodiscard]] std::optional<Snap> snapEdge(const DrawList& list, const TimelineGeometry& geometry,
                                           const TimeScale& scale, int scroll, QPoint at, int reach);

} // namespace lanes
