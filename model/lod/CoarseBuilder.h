// Builds the coarse picture of a session while its slices are written; its size is bounded, however many slices come. A
// session's writer gets slices in order of time, each in its lane. An importer gets them in no order and uses an
// ImportSketch instead.
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

// One lane while it is built: a record for every n-th slice. n doubles whenever there are too many records.
class CoarseLaneBuilder {
public:
    // The maximum number of records of a lane: enough for one per column of every screen.
    static constexpr std::size_t kMostRecords = 8192;

    void add(TimeNs start, TimeNs duration, Hue hue);
    // Adds the duration of a slice that was added without one.
    void addLate(TimeNs start, TimeNs duration, Hue hue);
    // Keeps every second record.
    void halve();

    [[nodiscard]] std::size_t count() const { return times_.size(); }
    [[nodiscard]] CoarseLane result() const; // the caller sets track, group and depth

private:
    // Busy time of the lane with one hue.
    struct Column {
        Hue hue;
        TimeNs total = 0;         // over the whole lane
        std::vector<TimeNs> busy; // before each record
    };
    // The column of a hue; made if the hue is new. Valid until the next call.
    Column& column(Hue hue);

    std::uint32_t slices_ = 0;
    std::uint32_t stride_ = 1; // slices per record
    std::uint32_t untilNext_ = 0;
    TimeNs end_ = INT64_MIN;
    std::vector<TimeNs> times_;
    std::vector<Column> columns_; // by hue; a lane has few hues, and there may be ten thousands of lanes
};

// One thread. O(1) per slice.
class CoarseBuilder {
public:
    // Adds the next segment of its track. `open` are its slices that have not ended: their durations in the segment do
    // not count.
    void add(const std::shared_ptr<const Segment>& segment, std::span<const SliceId> open);
    // Ends a slice of an earlier segment of the track.
    void close(TrackId track, SliceId slice, TimeNs end);

    // All lanes, in at most so many records. Open slices reach to the end of all slices.
    [[nodiscard]] CoarseLanes result(std::size_t mostRecords);

private:
    struct Lane {
        LaneGroup group;
        std::uint32_t depth;
        CoarseLaneBuilder cells;
    };
    struct Open {
        SliceId slice;
        std::uint32_t depth; // on the track
        std::size_t lane;    // index in `lanes`
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
