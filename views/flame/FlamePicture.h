// The content of a flame graph: a tree of calls, or the calls of one thread in time order, with its boxes and their texts.
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

// Made off the UI thread, then read on the UI thread alone.
struct FlamePicture {
    struct Request {
        FlameQuery query;
        std::optional<FlameWeight> weight;
        bool bottomUp = false;
        std::optional<TimeRange> chart; // for time order
        SliceId selection;
        int width = 1; // px available for a chart
    };
    struct Boxes {
        std::vector<FlameBar> bars;
        int rows = 0;
    };

    std::shared_ptr<const FlameTree> tree; // with callers above callees, also for bottom-up
    std::shared_ptr<const FlameScene> scene;
    std::vector<FlameBox> chart;
    std::shared_ptr<const Trace> chartTrace; // the chart's slices are its; the state may have another
    TimeRange chartRange;
    bool device = false; // the session has work on a device
    // For a profile without times: the metrics to weigh by, and whether its paths are estimates. Empty: a trace.
    QStringList metrics;
    bool estimated = false;

    [[nodiscard]] static FlamePicture of(TraceAnalyses& analyses, const Request& request,
                                         const std::stop_token& stop);

    // The following functions need a scene. rootOf() returns the node below which a zoom shows calls; without a zoom it is the
    // first fork.
    [[nodiscard]] std::uint32_t rootOf(const FlameZoom& zoom) const;
    // Boxes below `room` * `share` px, or below 1 px, are left out.
    [[nodiscard]] Boxes callBoxes(std::uint32_t root, double room, double share) const;
    [[nodiscard]] QStringList callsTo(std::uint32_t node) const; // from the outermost
    [[nodiscard]] QString valueOf(std::uint32_t node) const;     // "12.1 ms  42.2 %"
    // Refers to this picture, which must outlive it.
    [[nodiscard]] FlameCanvas::Telling callTelling() const;

    // The same for the chart.
    [[nodiscard]] Boxes chartBoxes(double room, double share) const;
    [[nodiscard]] FlameCanvas::Telling chartTelling() const;
};

} // namespace lanes
