// Lays the slices of a trace out anew, when some have gone or have moved to another track: makes segments, arrows and the list
// of open slices with ids of their own. One thread.
#pragma once

#include "model/trace/Trace.h"
#include "model/trace/slices/SegmentBuilder.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace lanes {

class SliceRebuild {
public:
    struct Row {
        SliceRecord record;
        SliceId from; // in the trace
    };

    // Both outlive this.
    SliceRebuild(const Trace& trace, const std::stop_token& stop)
        : trace_(trace)
        , stop_(stop)
        , ids_(trace.sliceCount()) {}

    // All slices of a track of the trace, as they are. O(slices).
    [[nodiscard]] std::vector<Row> rowsOf(TrackId track) const;
    // All slices of a track to be, in any order. O(n log n).
    void add(TrackId track, const std::vector<Row>& rows);
    // Puts segments, arrows and open slices into `data`. Last.
    void finish(TraceData& data) const;

private:
    const Trace& trace_;
    const std::stop_token& stop_;
    std::vector<SliceId> ids_; // of the trace -> of what is made; none: left out
    Segments segments_;
    std::uint32_t count_ = 0;
};

} // namespace lanes
