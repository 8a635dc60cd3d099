// Who called whom among the slices that take part in a flame graph, and what of its time each owns (see CallShares), in
// segments where slices overlap or asynchronous ranges stand.
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
    HugeVector<std::uint32_t> order; // slices by start: callers before what they call
    std::vector<SliceId> outer;      // by slice: the innermost that takes part around it, or none
    std::vector<std::pair<SliceId, TimeRange>> owned; // where a slice does not own all of its time
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
    // `takesPart`: of any slice so far. O(slices log running).
    [[nodiscard]] FlameNest nest(const Segment& segment, const std::function<bool(SliceId)>& takesPart);
    void pass(const Segment& segment) { running_.pass(segment); }

private:
    class Walk;

    const Trace& trace_;
    AsyncRanges asyncs_;
    PythonCallers callers_;
    RunningSlices running_;
    std::unordered_map<SliceId, TimeNs> ends_; // of those that outlast their caller: when that ends
};

} // namespace lanes
