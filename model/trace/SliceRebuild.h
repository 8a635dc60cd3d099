// Lays out the slices of a trace anew, when some were removed or moved to another track. Makes segments, arrows and the
// list of open slices with new ids. One thread.
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
        SliceId from; // id in the old trace
    };

    // `trace` and `stop` must outlive this object.
    SliceRebuild(const Trace& trace, const std::stop_token& stop)
        : trace_(trace)
        , stop_(stop)
        , ids_(trace.sliceCount()) {}

    // All slices of a track of the old trace, unchanged. O(slices).
    [[nodiscard]] std::vector<Row> rowsOf(TrackId track) const;
    // Adds all slices of a track of the new trace, in any order. O(n log n).
    void add(TrackId track, const std::vector<Row>& rows);
    // Returns the new id of a slice of the trace; invalid if it was left out.
    [[nodiscard]] SliceId placed(SliceId slice) const { return ids_[slice.value]; }
    // Puts segments, arrows and open slices into `data`. To be called last.
    void finish(TraceData& data) const;

private:
    const Trace& trace_;
    const std::stop_token& stop_;
    std::vector<SliceId> ids_; // id in the old trace -> id in the new one; none: left out
    Segments segments_;
    std::uint32_t count_ = 0;
};

} // namespace lanes
