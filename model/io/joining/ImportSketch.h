// A picture of a file that is still being read: the longest slices of every track. It grows while the threads that
// read hand in their ranges, and costs next to nothing, as it stays small however large the file is.
//
// No CoarseBuilder, which sums up how busy each lane was: that takes slices in order of time and knows what lies around each,
// while ranges come as the threads get them, out of files in no order, and what lies around a slice may be read last. So real
// slices stand for what is there, and find their lanes anew in each snapshot.
#pragma once

#include "model/io/joining/BatchWriter.h"
#include "model/io/joining/EventRange.h"
#include "model/io/joining/PlaceTable.h"
#include "model/trace/Trace.h"
#include "model/trace/slices/HueCache.h"
#include "model/trace/slices/SegmentBuilder.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace lanes {

// Any thread.
class ImportSketch {
public:
    static constexpr std::size_t kMostSlices = std::size_t{1} << 17; // of all tracks, about
    static constexpr std::size_t kMostTracks = 1024;                 // others are not shown

    explicit ImportSketch(std::size_t mostSlices = kMostSlices)
        : mostSlices_(mostSlices) {}

    // `writer` is the caller's own, which has just read `range`. O(slices + points of the range), but fast.
    void add(const EventRange& range, BatchWriter& writer);
    // Everything so far, as an incomplete Trace that says what it lacks. `source` is the path that it shows.
    // O(slices kept).
    [[nodiscard]] std::shared_ptr<const Trace> snapshot(const std::string& source) const;

private:
    struct Lane { // of one track
        std::vector<SliceRecord> slices;
        TimeNs shortest = 0; // shorter ones are not taken any more
    };

    // None for a new one where there are too many.
    [[nodiscard]] TrackId trackOf(BatchWriter& writer, std::uint32_t track);
    void addSlices(const EventRange& range, const EventRange::Run& run, BatchWriter& writer);
    void addMetadata(const EventRange& range, BatchWriter& writer);
    void thin(Lane& lane) const;
    [[nodiscard]] StringId text(std::string_view bytes);

    std::size_t mostSlices_;
    mutable std::mutex mutex_; // guards everything below
    StringInterner strings_;
    HueCache hues_;
    PlaceTable places_;
    std::vector<Lane> lanes_; // by track
};

} // namespace lanes
