// A picture of a file that is still being read: the longest slices of every track. It grows while the reading threads
// hand in their ranges. It stays small however large the file is, so it costs next to nothing.
//
// It differs from CoarseBuilder, which sums up how busy each lane was. That needs slices in order of time, and the slices
// around each. Here, ranges come in any order, and the slice around another may be read last. So real slices represent
// the file, and get new lanes in each snapshot.
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
    static constexpr std::size_t kMostSlices = std::size_t{1} << 17; // approximate maximum over all tracks
    static constexpr std::size_t kMostTracks = 1024;                 // further tracks are not shown

    explicit ImportSketch(std::size_t mostSlices = kMostSlices)
        : mostSlices_(mostSlices) {}

    // Adds a range. `writer` is that of the calling thread, which has just read `range`. O(slices + points of the range),
    // but fast.
    void add(const EventRange& range, BatchWriter& writer);
    // Everything so far, as an incomplete Trace whose diagnostics say what is missing. `source` is the displayed path.
    // O(slices kept).
    [[nodiscard]] std::shared_ptr<const Trace> snapshot(const std::string& source) const;

private:
    struct Lane { // of one track
        std::vector<SliceRecord> slices;
        TimeNs shortest = 0; // shorter slices are no longer taken
    };

    // The shown track; none for a new track beyond kMostTracks.
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
