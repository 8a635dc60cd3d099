// A stretch of a session's time as a Trace of its own: what is asked of it costs no more the longer the session is.
#pragma once

#include "model/base/Time.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <memory>

namespace lanes {

// Which segments a stretch has. Immutable; any thread.
class TraceStretch {
public:
    // The part of `range` that fits into `most` slices, of a longer one its end; where none begins in it, of those around its
    // begin. Segments are taken whole, so there may be more. O(lanes log segments + depths of the segments that it has).
    TraceStretch(const Trace& trace, TimeRange range, std::uint32_t most);

    // Every slice that begins in it is there.
    [[nodiscard]] TimeRange range() const { return range_; }
    // With the trace's ids, strings, arguments, tracks and points; links that lead out of it, callers before it and what
    // memory and counters were long before it are left out. `trace` is the one it was made for. O(slices + links) of the stretch + O(points).
    [[nodiscard]] std::shared_ptr<const Trace> of(const Trace& trace) const;

    // Events of memory that are left out before its first.
    [[nodiscard]] std::uint32_t memoryBefore() const { return memoryBefore_; }

private:
    TimeRange range_;
    std::uint32_t memoryBefore_ = 0;
    std::uint32_t begin_ = 0; // segments
    std::uint32_t end_ = 0;
};

} // namespace lanes
