// Nests the slices of one track and lays them out by lane.
#pragma once

#include "model/trace/slices/Nesting.h"
#include "model/trace/slices/Segment.h"

#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace lanes {

// Slice of one track as recorded. buildSegment() takes them by start, the longest first, then in their order.
struct SliceRecord {
    TimeNs start = 0;
    TimeNs duration = 0; // negative: still open, so it reaches over everything that follows
    StringId name;
    LayoutId layout;
    std::uint32_t row = 0;
    EventKind kind = EventKind::Other;
    Hue hue = Hue::Other;
    bool unended = false; // no end was recorded; it has that of the slice around it, or of the trace
};

// Slices that ran when a segment ended: the next segment of the track nests inside them. See Nesting.
struct OpenStack {
    struct Entry {
        SliceId id;
        TimeNs end = 0; // Nesting::kForever while not known
        TimeNs start = 0;
        std::uint32_t lane = 0;
    };
    std::vector<Entry> entries; // may enclose the next slice, outermost first
    std::vector<Nesting::Entry> beside;

    // The state for Nesting::start(); an entry's tag is its number.
    [[nodiscard]] Nesting::State state() const;
};

// The order in which buildSegment() takes slices: by start, the longest first, then in their order. O(n) when sorted.
[[nodiscard]] std::vector<std::uint32_t> startOrder(std::span<const SliceRecord> records);
// startOrder() that can be stopped. Nothing if asked to stop; it reacts within some milliseconds.
[[nodiscard]] std::optional<std::vector<std::uint32_t>> startOrder(std::span<const SliceRecord> records,
                                                                   const std::stop_token& stop);

// Builds the next segment of a track from its slices, nested as Nesting says. All must start at or after every slice of
// earlier segments of this track. O(n log n), O(n) when the input is sorted. `placed`, if given, receives the SliceId of
// each record, in the records' order.
[[nodiscard]] std::shared_ptr<const Segment> buildSegment(TrackId track, std::uint32_t firstId,
                                                          const std::vector<SliceRecord>& records,
                                                          OpenStack& open,
                                                          std::vector<SliceId>* placed = nullptr);

// All slices of one track, in segments.
struct SegmentRun {
    std::vector<std::shared_ptr<const Segment>> segments;
    std::vector<SliceId> placed; // of each record, in the records' order; none where it was left out
    std::uint32_t leftOut = 0;   // records that would be deeper than Nesting::kMostLanes
};

// The records of a track, in any order, as segments of at most 65,536 slices. If asked to stop, returns early with the
// segments made so far. O(n log n), O(n) when sorted.
[[nodiscard]] SegmentRun buildSegments(TrackId track, std::uint32_t firstId,
                                       std::span<const SliceRecord> records, const std::stop_token& stop);

// A copy of a segment with new durations for the given slices. The copy shares every other column.
[[nodiscard]] std::shared_ptr<const Segment>
withDurations(const std::shared_ptr<const Segment>& segment,
              const std::vector<std::pair<SliceId, TimeNs>>& durations);

} // namespace lanes
