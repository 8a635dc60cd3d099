// One step of each side of a comparison, laid out from its own begin: what two timelines under one another show.
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
        TimeRange range; // from the step's begin, cut at the ends of the part that is shown
    };
    struct Heading {
        std::string name; // of the thread or stream
        int row = 0;
    };
    std::shared_ptr<const Trace> trace;
    std::string label; // of the step; empty where there are none
    TimeRange range;   // of the step
    TrackId track;     // the thread that went through it; none where there are no steps
    std::vector<Box> boxes;
    std::vector<Heading> headings; // above the rows of each thread and stream
    int rows = 0;
};

struct StepPair {
    StepSide a;
    StepSide b;
    std::size_t step = 0; // of those that both sides have, in their order
    std::size_t steps = 0;
    TimeNs length = 0; // of the longer one
    TimeRange part;    // what is shown, from the steps' begins
};

struct StepRequest {
    std::optional<TimeRange> rangeA; // steps that begin in it; nothing: all
    std::optional<TimeRange> rangeB;
    std::size_t step = 0;
    std::optional<TimeRange> part; // from the steps' begins; nothing: all of the longer one
    int width = 1;                 // px
};

// Operators and ranges of the threads that call most, then the work of the streams. Of what is shorter than a pixel one box
// in each pixel of a row stays. Where a side has no steps, both are laid out from the begin of their work. Nothing if asked
// to stop. O(slices of the threads and streams).
[[nodiscard]] std::optional<StepPair>
stepPairOf(TraceAnalyses& a, TraceAnalyses& b, const StepRequest& request, const std::stop_token& stop = {});

} // namespace lanes
