// A stretch of a session's time as a Trace of its own: queries on it cost no more as the session grows.
#pragma once

#include "model/base/Time.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <memory>

namespace lanes {

// The segments of a stretch. Immutable; any thread.
class TraceStretch {
public:
    // Takes the part of `range` that fits into `most` slices: the end of a longer range. Where no segment begins in it,
    // takes the segments around its begin. Segments are taken whole, so the stretch may have more slices. O(lanes log
    // segments + depths of the segments that it has).
    TraceStretch(const Trace& trace, TimeRange range, std::uint32_t most);

    // The stretch holds every slice that begins in this range.
    [[nodiscard]] TimeRange range() const { return range_; }
    // The stretch with the trace's ids, strings, arguments, tracks and points. Left out: links that lead out of it,
    // callers before it, and rows of memory and counters long before it. `trace` must be the trace of the constructor.
    // O(slices + links) of the stretch + O(points).
    [[nodiscard]] std::shared_ptr<const Trace> of(const Trace& trace) const;

    // Number of memory events left out in front of the first one that it has.
    [[nodiscard]] std::uint32_t memoryBefore() const { return memoryBefore_; }

private:
    TimeRange range_;
    std::uint32_t memoryBefore_ = 0;
    std::uint32_t begin_ = 0; // segments
    std::uint32_t end_ = 0;
};

} // namespace lanes
