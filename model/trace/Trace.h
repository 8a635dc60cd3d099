// One session in memory: immutable, shared by every view and every thread as std::shared_ptr<const Trace>. A session that
// is still being read or recorded is a sequence of such snapshots, which share their segments.
#pragma once

#include "model/base/Diagnostics.h"
#include "model/base/Ids.h"
#include "model/base/SharedColumn.h"
#include "model/base/Time.h"
#include "model/trace/Clock.h"
#include "model/trace/OwnClasses.h"
#include "model/trace/Track.h"
#include "model/trace/args/ArgKey.h"
#include "model/trace/args/ArgTable.h"
#include "model/trace/slices/CoarseLanes.h"
#include "model/trace/slices/Segment.h"
#include "model/trace/tables/LinkTable.h"
#include "model/trace/tables/PointTable.h"
#include "model/trace/tables/StackTable.h"
#include "model/trace/tables/StringTable.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanes {

// Facts about the session as a whole. Empty or -1: not known.
struct SessionInfo {
    std::string source;   // path it was read from
    std::string producer; // "lanescope 0.1.0", "torch 2.9.1 (Kineto)", ...
    std::string host;
    std::vector<std::string> command;    // own captures: the program and its arguments
    std::int64_t exitStatus = -1;        // own captures: exit code, or 128 + signal
    std::int64_t clockOriginUnixNs = -1; // Unix time at TimeNs 0
    bool complete = true;                // false: still recording, crashed or cut; the diagnostics say which
    // Key and value (raw JSON text for foreign metadata).
    std::vector<std::pair<std::string, std::string>> properties;

    // Producers of traces that also hold names, arrows, allocations and counters among their own points.
    static constexpr std::string_view kChrome = "Chrome trace";
    static constexpr std::string_view kKineto = "torch (Kineto)";
    [[nodiscard]] bool holdsChromeEvents() const { return producer == kChrome || producer == kKineto; }
};

// The part of a lane in one segment: its slices are [begin, end) of that segment.
struct LanePiece {
    std::uint32_t segment;
    std::uint32_t begin;
    std::uint32_t end;
};

struct Lane {
    TrackId track;
    std::uint32_t depth = 0;
    SharedColumn<LanePiece> pieces; // in time order
};

// The parts that a builder hands over. Trace asserts that the parts fit each other; it does not check their contents.
struct TraceData {
    SessionInfo info;
    Diagnostics diagnostics;
    StringTable strings;
    StackTable stacks;
    ArgTable args;
    std::vector<Process> processes;
    std::vector<Track> tracks;
    std::vector<Clock> clocks;
    Segments segments;
    PointTable points;
    MemoryTable memory;
    std::vector<CounterSeries> counters;
    LinkTable links;
    // Slices without an end, yet (live) or ever. Their duration reaches to span().end, or to the end of a slice around
    // them.
    std::vector<SliceId> openSlices;
    // While a session is read: a coarse picture of all lanes, for where slices are still missing. Null: all slices are
    // there.
    std::shared_ptr<const CoarseLanes> coarse;
    std::uint64_t flowStarts = 0;                 // number of arrows in the file
    std::uint64_t flowsLinked = 0;                // arrows with both a start and an end
    std::shared_ptr<const OwnClasses> ownClasses; // the classes whose hues the slices have; null: none
};

class Trace {
public:
    // O(segments x depths + points), counting only those that `before` lacks. `before` is an earlier snapshot of the same
    // session; its segments and points are the first ones of this trace.
    explicit Trace(TraceData data, const Trace* before = nullptr);

    // One slice by value, for single slices (selection, tooltip, details). Loops read the segments' columns.
    struct Slice {
        TrackId track;
        std::uint32_t depth = 0;
        TimeNs start = 0;
        TimeNs duration = 0;
        StringId name;
        SliceId parent;
        LayoutId layout;
        std::uint32_t row = 0;
        EventKind kind = EventKind::Other;
        Hue hue = Hue::Other;
        [[nodiscard]] TimeNs end() const { return start + duration; }
    };
    struct Position {
        std::uint32_t segment = 0;
        std::uint32_t index = 0;
    };

    // One more than the last id. A stretch of a session keeps the session's ids, so its ids begin where the stretch
    // begins (TraceStretch).
    [[nodiscard]] std::uint32_t sliceCount() const { return sliceCount_; }
    [[nodiscard]] std::uint32_t firstSlice() const {
        return data_.segments.empty() ? 0 : data_.segments.front()->first;
    }
    [[nodiscard]] bool has(SliceId id) const { return id.value < sliceCount_ && id.value >= firstSlice(); }
    [[nodiscard]] Position locate(SliceId id) const; // has(id); O(log segments)
    [[nodiscard]] Slice slice(SliceId id) const;     // has(id)
    [[nodiscard]] LaneId laneOf(SliceId id) const;
    // The slice of a lane that covers `t`, or none. O(log slices).
    [[nodiscard]] SliceId sliceAt(LaneId lane, TimeNs t) const;
    // First slice of a lane that ends after `t` (so the one around t, else the next), or none. O(log slices).
    [[nodiscard]] SliceId firstEndingAfter(LaneId lane, TimeNs t) const;
    [[nodiscard]] SliceId nextInLane(SliceId id) const;
    [[nodiscard]] SliceId previousInLane(SliceId id) const;
    // Time not spent in direct children. O(children x log).
    [[nodiscard]] TimeNs selfTime(SliceId id) const;
    [[nodiscard]] std::vector<SliceId> children(SliceId id) const; // direct ones, by start
    [[nodiscard]] bool isOpen(SliceId id) const;

    [[nodiscard]] std::string_view text(StringId id) const { return data_.strings.view(id); }
    // Argument of a slice by key ("Input Dims"); nothing when it has none.
    [[nodiscard]] std::optional<ArgValue> arg(SliceId id, ArgKey key) const;

    // All parts of this trace, to make another trace from them.
    [[nodiscard]] const TraceData& data() const { return data_; }
    [[nodiscard]] const SessionInfo& info() const { return data_.info; }
    [[nodiscard]] const Diagnostics& diagnostics() const { return data_.diagnostics; }
    [[nodiscard]] const StringTable& strings() const { return data_.strings; }
    [[nodiscard]] const StackTable& stacks() const { return data_.stacks; }
    [[nodiscard]] const ArgTable& args() const { return data_.args; }
    [[nodiscard]] const std::vector<Process>& processes() const { return data_.processes; }
    [[nodiscard]] const std::vector<Track>& tracks() const { return data_.tracks; }
    [[nodiscard]] const std::vector<Clock>& clocks() const { return data_.clocks; }
    [[nodiscard]] const Segments& segments() const { return data_.segments; }
    [[nodiscard]] const PointTable& points() const { return data_.points; }
    [[nodiscard]] const MemoryTable& memory() const { return data_.memory; }
    [[nodiscard]] const std::vector<CounterSeries>& counters() const { return data_.counters; }
    [[nodiscard]] const LinkTable& links() const { return data_.links; }
    [[nodiscard]] const std::vector<SliceId>& openSlices() const { return data_.openSlices; }
    // Coarse picture of the lanes while slices are missing. Null: every slice is there.
    [[nodiscard]] const std::shared_ptr<const CoarseLanes>& coarse() const { return data_.coarse; }
    [[nodiscard]] std::uint64_t flowStarts() const { return data_.flowStarts; }
    [[nodiscard]] std::uint64_t flowsLinked() const { return data_.flowsLinked; }
    [[nodiscard]] const OwnClasses* ownClasses() const { return data_.ownClasses.get(); } // may be null

    // Lanes by (track, depth); those of one track are adjacent, depth 0 first.
    [[nodiscard]] const std::vector<Lane>& lanes() const { return lanes_; }
    // Lanes of a track: [first, last) in lanes().
    [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> lanesOf(TrackId track) const;
    // From the first start to the last end of all slices, read or not yet read; without slices, of points and memory
    // events. Empty if there is nothing.
    [[nodiscard]] TimeRange span() const { return span_; }
    // span() and every instant (see InstantRule): all that there is to see. If the last event is an instant, a little
    // room follows it.
    [[nodiscard]] TimeRange extent() const { return extent_; }
    // span() without the profiler's own events, which may begin long before the work and end long after it.
    [[nodiscard]] TimeRange work() const { return work_; }

private:
    // The shortest range around several ranges or moments.
    class Hull {
    public:
        void add(TimeRange range) {
            begin_ = std::min(begin_, range.begin);
            end_ = std::max(end_, range.end);
        }
        [[nodiscard]] bool isEmpty() const { return begin_ > end_; }
        [[nodiscard]] TimeRange range() const { return isEmpty() ? TimeRange{} : TimeRange{begin_, end_}; }

    private:
        TimeNs begin_ = std::numeric_limits<TimeNs>::max();
        TimeNs end_ = std::numeric_limits<TimeNs>::min();
    };

    void indexLanes(const Trace* before);
    void findSpan();
    void addMoments(Hull& span) const;
    void seePoints(const Trace* before);
    void findExtent();
    [[nodiscard]] const Segment& segment(std::uint32_t i) const { return *data_.segments[i]; }
    [[nodiscard]] SliceId edgeOfPiece(LaneId lane, std::size_t piece, bool last) const;

    TraceData data_;
    std::vector<Lane> lanes_;
    std::vector<std::uint32_t> laneBegin_; // track -> first lane; one more entry than tracks
    std::uint32_t sliceCount_ = 0;
    Hull instants_;
    Hull timedPoints_; // points without metadata, which has no time of its own
    TimeRange span_;
    TimeRange extent_;
    TimeRange work_;
};

} // namespace lanes
