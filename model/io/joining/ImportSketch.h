// A picture of a file that is still being read: the longest slices of every track. It grows while the threads that
// read hand in their ranges, and costs next to nothing, as it stays small however large the file is.
#pragma once

#include "model/io/joining/BatchWriter.h"
#include "model/io/joining/EventRange.h"
#include "model/trace/Trace.h"
#include "model/trace/slices/HueCache.h"
#include "model/trace/slices/SegmentBuilder.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
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
    [[nodiscard]] std::optional<std::size_t> trackOf(BatchWriter& writer, std::uint32_t track);
    void addSlices(const EventRange& range, const EventRange::Run& run, BatchWriter& writer);
    void addMetadata(const EventRange& range, BatchWriter& writer);
    void thin(Lane& lane) const;
    [[nodiscard]] StringId text(std::string_view bytes);

    std::size_t mostSlices_;
    mutable std::mutex mutex_; // guards everything below
    StringInterner strings_;
    HueCache hues_;
    std::vector<Process> processes_;
    std::vector<Track> tracks_;
    std::vector<Lane> lanes_; // by track
    std::map<std::string, std::uint32_t> processNumbers_;
    std::map<std::pair<std::string, std::string>, std::size_t> trackNumbers_; // by pid and tid
};

} // namespace lanes
