// The callers of slices in a flame graph, and the time that each slice owns (see CallShares). For segments in which
// slices overlap or asynchronous ranges occur.
#pragma once

#include "model/analysis/operators/PythonCallers.h"
#include "model/base/HugeVector.h"
#include "model/trace/slices/AsyncRanges.h"
#include "model/trace/slices/RunningSlices.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lanes {

struct FlameNest {
    HugeVector<std::uint32_t> order; // slices by start: callers before their callees
    std::vector<SliceId> outer;      // by slice: the innermost slice of the graph around it, or none
    std::vector<std::pair<SliceId, TimeRange>> owned; // for slices that do not own all of their time
};

// One thread; the segments of a trace come in order, each once.
class FlameNesting {
public:
    FlameNesting(const Trace& trace, const std::stop_token& stop)
        : trace_(trace)
        , asyncs_(trace.strings())
        , callers_(trace, stop)
        , running_(trace) {}

    [[nodiscard]] bool isNeeded(const Segment& segment) const;
    // `takesPart`: tells for any slice so far if it is part of the graph. O(slices log running).
    [[nodiscard]] FlameNest nest(const Segment& segment, const std::function<bool(SliceId)>& takesPart);
    void pass(const Segment& segment) { running_.pass(segment); }

private:
    class Walk;

    const Trace& trace_;
    AsyncRanges asyncs_;
    PythonCallers callers_;
    RunningSlices running_;
    std::unordered_map<SliceId, TimeNs> ends_; // of slices that outlast their caller: the caller's end
};

} // namespace lanes
