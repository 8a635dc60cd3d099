// Gathers the coarse picture of a session while its slices are written: bounded, however many come. Who writes a session has
// its slices in order of time, each in its lane: what is still read in no order has an ImportSketch instead.
#pragma once

#include "model/lod/NestingState.h"
#include "model/trace/slices/CoarseLanes.h"
#include "model/trace/slices/SegmentBuilder.h"

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace lanes {

// One lane on its way: a record for every n-th slice, n doubling whenever there are too many.
class CoarseLaneBuilder {
public:
    // The most records that a lane has; enough for a column of its own on every screen.
    static constexpr std::size_t kMostRecords = 8192;

    void add(TimeNs start, TimeNs duration, Hue hue);
    // Gives a slice that was added with no duration what it turned out to last.
    void addLate(TimeNs start, TimeNs duration, Hue hue);
    // Keeps every second record.
    void halve();

    [[nodiscard]] std::size_t count() const { return times_.size(); }
    [[nodiscard]] CoarseLane result() const; // track, group and depth are left to the caller

private:
    // Of a hue that has occurred: how long the lane was busy with it.
    struct Column {
        Hue hue;
        TimeNs total = 0;         // in the whole lane
        std::vector<TimeNs> busy; // before each record
    };
    // Made for a hue that has not occurred before. Until the next one.
    Column& column(Hue hue);

    std::uint32_t slices_ = 0;
    std::uint32_t stride_ = 1; // slices per record
    std::uint32_t untilNext_ = 0;
    TimeNs end_ = INT64_MIN;
    std::vector<TimeNs> times_;
    std::vector<Column> columns_; // by hue; few hues occur in a lane, and there may be ten thousands of lanes
};

// One thread. O(1) per slice.
class CoarseBuilder {
public:
    // The next segment of its track. `open` are the slices in it that have not ended: their durations in the segment
    // do not count.
    void add(const std::shared_ptr<const Segment>& segment, std::span<const SliceId> open);
    // A slice of an earlier segment of the track has ended.
    void close(TrackId track, SliceId slice, TimeNs end);

    // All lanes, in at most so many records. Slices that are still open reach to the end of all.
    [[nodiscard]] CoarseLanes result(std::size_t mostRecords);

private:
    struct Lane {
        LaneGroup group;
        std::uint32_t depth;
        CoarseLaneBuilder cells;
    };
    struct Open {
        SliceId slice;
        std::uint32_t depth; // of the track
        std::size_t lane;    // in `lanes`
        TimeNs start;
        Hue hue;
    };
    struct Track {
        std::vector<std::pair<LaneGroup, Nesting::State>> nesting; // of the groups that occur
        std::vector<Lane> lanes;
        std::map<std::pair<LaneGroup, std::uint32_t>, std::size_t> laneOf; // by group and depth
        std::vector<Open> open;
    };

    static void keepNesting(Track& track, NestingState& nesting);
    void thinOut(std::size_t mostRecords);
    [[nodiscard]] static std::size_t laneOf(Track& track, LaneGroup group, std::uint32_t depth);

    std::vector<Track> tracks_;
    TimeRange span_{INT64_MAX, INT64_MIN};
    std::uint64_t slices_ = 0;
};

} // namespace lanes
