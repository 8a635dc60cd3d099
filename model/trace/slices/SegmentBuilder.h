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

// Slices of one track as recorded. add() in any order; build() sorts by start, longest first, then order of
// addition.
struct SliceRecord {
    TimeNs start = 0;
    TimeNs duration = 0; // negative: still open, so it reaches over everything that follows
    StringId name;
    LayoutId layout;
    std::uint32_t row = 0;
    EventKind kind = EventKind::Other;
    Hue hue = Hue::Other;
    bool unended = false; // it has an end, but nobody wrote it: that of the slice around it, or of the trace
};

// What ran when a segment ended: the next segment of the track nests inside it. See Nesting.
struct OpenStack {
    struct Entry {
        SliceId id;
        TimeNs end = 0; // Nesting::kForever while not known
        TimeNs start = 0;
        std::uint32_t lane = 0;
    };
    std::vector<Entry> entries; // what may enclose the next slice, outermost first
    std::vector<Nesting::Entry> beside;

    // For Nesting::start(); an entry's tag is its number.
    [[nodiscard]] Nesting::State state() const;
};

// The order in which buildSegment() takes slices: by start, longest first, then as they come. O(n) when
// sorted.
[[nodiscard]] std::vector<std::uint32_t> startOrder(std::span<const SliceRecord> records);
// The same; nothing if asked to stop, which is heard within some milliseconds.
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
    std::uint32_t leftOut = 0;   // records that would stand deeper than Nesting::kMostLanes
};

// The records of a track, in any order, as segments of at most 65,536 slices. Ends early, with what there is, if asked to stop.
// O(n log n), O(n) when sorted.
[[nodiscard]] SegmentRun buildSegments(TrackId track, std::uint32_t firstId,
                                       std::span<const SliceRecord> records, const std::stop_token& stop);

// A copy of a segment in which the given slices have got their durations. The copy shares every other column.
[[nodiscard]] std::shared_ptr<const Segment>
withDurations(const std::shared_ptr<const Segment>& segment,
              const std::vector<std::pair<SliceId, TimeNs>>& durations);

} // namespace lanes
