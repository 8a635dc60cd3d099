// What a flame graph shows: a tree of calls, or the calls of one thread in time order; its boxes, and what is told of each.
#pragma once

#include "model/analysis/TraceAnalyses.h"
#include "views/flame/FlameScene.h"
#include "views/flame/FlameZooms.h"
#include "views/shared/flame/FlameCanvas.h"

#include <QStringList>

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace lanes {

// Made off the UI thread; read on it alone.
struct FlamePicture {
    struct Request {
        FlameQuery query;
        std::optional<FlameWeight> weight;
        bool bottomUp = false;
        std::optional<TimeRange> chart; // time order
        SliceId selection;
        int width = 1; // px that a chart has
    };
    struct Boxes {
        std::vector<FlameBar> bars;
        int rows = 0;
    };

    std::shared_ptr<const FlameTree> tree; // not turned upside down
    std::shared_ptr<const FlameScene> scene;
    std::vector<FlameBox> chart;
    std::shared_ptr<const Trace> chartTrace; // whose slices they are: the state's may be another one by now
    TimeRange chartRange;
    bool device = false; // whether the session has any work on one

    [[nodiscard]] static FlamePicture of(TraceAnalyses& analyses, const Request& request,
                                         const std::stop_token& stop);

    // Of the scene, which there must be. The node below which a zoom shows calls; nothing zoomed to: the first fork.
    [[nodiscard]] std::uint32_t rootOf(const FlameZoom& zoom) const;
    // Boxes below `room` * `share` px, and below 1 px, are left out.
    [[nodiscard]] Boxes callBoxes(std::uint32_t root, double room, double share) const;
    [[nodiscard]] QStringList callsTo(std::uint32_t node) const; // from the outermost
    [[nodiscard]] QString valueOf(std::uint32_t node) const;     // "12.1 ms  42.2 %"
    // Refers to the picture.
    [[nodiscard]] FlameCanvas::Telling callTelling() const;

    // The same of the chart.
    [[nodiscard]] Boxes chartBoxes(double room, double share) const;
    [[nodiscard]] FlameCanvas::Telling chartTelling() const;
};

} // namespace lanes
