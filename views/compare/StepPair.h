// One step of each side of a comparison, laid out from its own begin, for two timelines below one another.
#pragma once

#include "model/analysis/TraceAnalyses.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lanes {

struct StepSide {
    struct Box {
        SliceId slice;
        int row = 0;
        TimeRange range; // from the begin of the step, cut at the ends of the part shown
    };
    struct Heading {
        std::string name; // of the thread or stream
        int row = 0;
    };
    std::shared_ptr<const Trace> trace;
    std::string label; // of the step; empty: no steps
    TimeRange range;   // of the step
    TrackId track;     // the thread that ran the step; none if there are no steps
    std::vector<Box> boxes;
    std::vector<Heading> headings; // above the rows of each thread and stream
    int rows = 0;
};

struct StepPair {
    StepSide a;
    StepSide b;
    std::size_t step = 0; // index of the steps that both sides have, in their order
    std::size_t steps = 0;
    TimeNs length = 0; // of the longer step
    TimeRange part;    // the part shown, from the begin of the steps
};

struct StepRequest {
    std::optional<TimeRange> rangeA; // steps that begin in it; nothing: all
    std::optional<TimeRange> rangeB;
    std::size_t step = 0;
    std::optional<TimeRange> part; // from the begin of the steps; nothing: all of the longer one
    int width = 1;                 // px
};

// Lays out operators and ranges of the threads with the most calls, then the work of the streams. If several boxes are shorter
// than a pixel, one box per pixel and row stays. If a side has no steps, both are laid out from the begin of their work.
// Returns nothing if stopped. O(slices of the threads and streams).
[[nodiscard]] std::optional<StepPair>
stepPairOf(TraceAnalyses& a, TraceAnalyses& b, const StepRequest& request, const std::stop_token& stop = {});

} // namespace lanes
