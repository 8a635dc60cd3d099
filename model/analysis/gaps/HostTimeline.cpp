#include "model/analysis/gaps/HostTimeline.h"

#include "model/analysis/device/Devices.h"
#include "model/analysis/gaps/HostRole.h"
#include "model/analysis/time/IntervalUnion.h"
#include "model/base/Threads.h"
#include "model/trace/ThreadRows.h"
#include "model/trace/Trace.h"

#include <queue>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace lanes {

namespace {

constexpr double kIdlePercent = 5; // of a CPU: what recording itself takes of the process stays below it

constexpr TimeNs kBetweenLooks =
    10'000'000; // at two looks at a thread, or two ticks of the kernel, for the most part

std::vector<HostMark> ofStates(const Trace& trace, TrackId states) {
    std::vector<HostMark> marks;
    const StringId running = trace.strings().find(kRunningState);
    const auto [first, last] = trace.lanesOf(states);
    for (std::uint32_t lane = first; lane < last; ++lane) {
        for (const LanePiece& piece : trace.lanes()[lane].pieces) {
            const Segment& segment = *trace.segments()[piece.segment];
            for (std::uint32_t i = piece.begin; i < piece.end; ++i) {
                if (segment.name[i] != running && segment.end(i) > segment.start[i]) {
                    marks.push_back(
                        {{segment.start[i], segment.end(i)}, WaitCause::OffCpu, SliceId(segment.first + i)});
                }
            }
        }
    }
    std::ranges::sort(marks, {}, [](const HostMark& m) { return std::tuple(m.range.begin, m.range.end); });
    // A file may say anything: what overlaps counts once.
    TimeNs end = marks.empty() ? 0 : marks.front().range.begin;
    std::erase_if(marks, [&end](HostMark& mark) {
        mark.range.begin = std::max(mark.range.begin, end);
        end = std::max(end, mark.range.end);
        return mark.range.begin >= mark.range.end;
    });
    return marks;
}

// When a thread began or ended something, strictly within one of `marks`; in order.
std::vector<TimeNs> momentsWithin(const Trace& trace, TrackId thread, const std::vector<HostMark>& marks) {
    std::vector<TimeNs> moments;
    const auto [first, last] = trace.lanesOf(thread);
    for (std::uint32_t lane = first; lane < last; ++lane) {
        auto mark = marks.begin(); // what stands on a lane comes one after the other
        const auto add = [&](TimeNs t) {
            mark = std::find_if(mark, marks.end(), [t](const HostMark& m) { return m.range.end > t; });
            if (mark != marks.end() && mark->range.begin < t) {
                moments.push_back(t);
            }
        };
        for (const LanePiece& piece : trace.lanes()[lane].pieces) {
            const Segment& segment = *trace.segments()[piece.segment];
            for (std::uint32_t i = piece.begin; i < piece.end; ++i) {
                add(segment.start[i]);
                add(segment.end(i));
            }
        }
    }
    std::ranges::sort(moments);
    return moments;
}

// A thread that comes and goes between two looks has the state of most of that time. What it did meanwhile shows that it ran:
// of such a state only what lies apart from that is believed.
std::vector<HostMark> believed(const Trace& trace, TrackId thread, const std::vector<HostMark>& states) {
    const std::vector<TimeNs> moments = momentsWithin(trace, thread, states);
    std::vector<HostMark> marks;
    auto moment = moments.begin();
    for (const HostMark& state : states) {
        const auto within =
            std::find_if(moment, moments.end(), [&](TimeNs t) { return t >= state.range.end; });
        if (within == moment) {
            marks.push_back(state);
            continue;
        }
        TimeNs begin = state.range.begin;
        const auto add = [&](TimeNs end) {
            if (end - begin >= kBetweenLooks) {
                marks.push_back({{begin, end}, state.cause, state.slice});
            }
            begin = end;
        };
        std::for_each(moment, within, add);
        add(state.range.end);
        moment = within;
    }
    return marks;
}

std::vector<HostMark> ofProcess(const Trace& trace, ProcessId process) {
    std::vector<HostMark> marks;
    for (const CounterSeries& series : trace.counters()) {
        if (trace.text(series.name) != "CPU" || trace.text(series.key) != "%" ||
            processOf(trace, series.track) != process) {
            continue;
        }
        marks.clear();
        for (std::size_t i = 0; i + 1 < series.time.size();
             ++i) { // a sample tells of the time until the next one
            if (series.value[i] < kIdlePercent && series.time[i] < series.time[i + 1]) {
                marks.push_back({{series.time[i], series.time[i + 1]}, WaitCause::OffCpu, {}});
            }
        }
    }
    return marks;
}

// When a thread did not run, as far as its recording tells: of our captures, which have the states of threads, or only count what
// the kernel says of a process and CPUs.
// By time and apart, each with the state that shows it, where states were recorded and what the thread did does not contradict
// them; else the periods in which no thread of its process ran. O(slices and states of the thread + tracks + samples).
std::vector<HostMark> timesOffCpu(const Trace& trace, TrackId thread) {
    const auto states = ThreadRows(trace).statesOf(thread);
    return states ? believed(trace, thread, ofStates(trace, *states))
                  : ofProcess(trace, processOf(trace, thread));
}

using Layer = HostRole::Layer;

// The marks that count, one at each moment. O(n log n).
std::vector<HostMark> resolved(std::vector<HostMark> marks) {
    std::ranges::sort(marks, {},
                      [](const HostMark& m) { return std::tuple(m.range.begin, -m.range.end, m.slice); });
    const auto countsLess = [&](std::uint32_t a, std::uint32_t b) {
        return std::tuple(-rankOf(marks[a].cause), a) < std::tuple(-rankOf(marks[b].cause), b);
    };
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, decltype(countsLess)> running(countsLess);
    std::vector<HostMark> found;
    TimeNs now = std::numeric_limits<TimeNs>::min();
    const auto goOnTo = [&](TimeNs time) {
        while (now < time && !running.empty()) {
            const HostMark& mark = marks[running.top()];
            if (mark.range.end <= now) {
                running.pop();
                continue;
            }
            const TimeNs end = std::min(mark.range.end, time);
            if (!found.empty() && found.back().slice == mark.slice && found.back().range.end == now) {
                found.back().range.end = end;
            } else {
                found.push_back({{now, end}, mark.cause, mark.slice});
            }
            now = end;
        }
        now = time;
    };
    for (std::uint32_t i = 0; i < marks.size(); ++i) {
        goOnTo(marks[i].range.begin);
        running.push(i);
    }
    goOnTo(std::numeric_limits<TimeNs>::max());
    return found;
}

// Roles of slices: each name of a kind is looked at once.
class Roles {
public:
    explicit Roles(const Trace& trace)
        : trace_(trace) {}

    HostRole of(const Segment& segment, std::uint32_t i) {
        std::vector<HostRole>& known = known_[static_cast<std::size_t>(segment.kind[i])];
        if (known.empty()) {
            known.assign(trace_.strings().size() + 1, kUnknown);
        }
        HostRole& role = known[std::min<std::size_t>(segment.name[i].value, known.size() - 1)];
        if (role == kUnknown) {
            role = hostRoleOf(segment.kind[i], trace_.text(segment.name[i]));
        }
        return role;
    }

private:
    static constexpr HostRole kUnknown{Layer::None, WaitCause::Unknown};

    const Trace& trace_;
    std::array<std::vector<HostRole>, kEventKinds> known_; // kind, name
};

// What a thread's lanes have shown so far.
struct Shown {
    std::vector<HostMark> marks;
    IntervalUnion busy;
    IntervalUnion ranges;
};

class LaneReader {
public:
    explicit LaneReader(const Trace& trace)
        : trace_(trace)
        , roles_(trace) {}

    // False if asked to stop.
    bool read(const Lane& lane, Shown& shown, const std::stop_token& stop) {
        HugeVector<TimeRange> busy;
        HugeVector<TimeRange> ranges;
        for (const LanePiece& piece : lane.pieces) {
            if (stop.stop_requested()) {
                return false;
            }
            const Segment& segment = *trace_.segments()[piece.segment];
            for (std::uint32_t i = piece.begin; i < piece.end; ++i) {
                readSlice(segment, i, shown.marks, busy, ranges);
            }
        }
        shown.busy.add(IntervalSet(std::move(busy)));
        shown.ranges.add(IntervalSet(std::move(ranges)));
        return true;
    }

private:
    void readSlice(const Segment& segment, std::uint32_t i, std::vector<HostMark>& marks,
                   HugeVector<TimeRange>& busy, HugeVector<TimeRange>& ranges) {
        const HostRole role = roles_.of(segment, i);
        if (role.layer == Layer::None) {
            return;
        }
        const TimeRange range{segment.start[i], segment.end(i)};
        const SliceId slice(segment.first + i);
        if (role.layer == Layer::Range) {
            ranges.push_back(range);
        } else if (role.layer == Layer::Mark || (role.layer == Layer::AsyncCopy && waitsForCopy(slice))) {
            marks.push_back({range, role.cause, slice});
        } else if (!isWithinBusy(segment, i)) {
            busy.push_back(range);
        }
    }

    // One inside of another that is busy adds nothing.
    bool isWithinBusy(const Segment& segment, std::uint32_t i) {
        const SliceId outer = segment.parent[i];
        const std::uint32_t p = outer.value - segment.first;
        return outer.valid() && outer.value >= segment.first && p < i && segment.end(p) >= segment.end(i) &&
               roles_.of(segment, p).layer == Layer::Busy;
    }

    // A call with pageable memory stages it; and one that returns when all is copied waited, whatever its name says.
    bool waitsForCopy(SliceId call) const {
        const SliceId work = trace_.links().firstFrom(call, LinkKind::Launch);
        if (!trace_.has(work)) {
            return false;
        }
        const Trace::Slice copy = trace_.slice(work);
        return trace_.slice(call).end() >= copy.end() ||
               trace_.text(copy.name).find("Pageable") != std::string_view::npos;
    }

    const Trace& trace_;
    Roles roles_;
};

std::set<TrackId> launchingThreads(const Trace& trace) {
    std::set<TrackId> threads;
    TimeRange ids; // of the segment that the last call stood in
    for (const Link& link : trace.links().all()) {
        if (link.kind != LinkKind::Launch || !trace.has(link.from) ||
            ids.contains(static_cast<TimeNs>(link.from.value))) {
            continue;
        }
        const Segment& segment = *trace.segments()[trace.locate(link.from).segment];
        ids = {segment.first, static_cast<TimeNs>(segment.first) + segment.size()};
        threads.insert(segment.track);
    }
    return threads;
}

// What holds threads up that it does not stand on, by the process it was recorded in.
std::map<ProcessId, std::vector<HostMark>> marksAside(const Trace& trace) {
    std::map<ProcessId, std::vector<HostMark>> marks;
    const StringId automatic = trace.strings().find(kAutomaticCollection);
    const auto addFrom = [&](const Segment& segment, EventKind kind) {
        for (std::uint32_t i = segment.next(kind, 0); i < segment.size(); i = segment.next(kind, i + 1)) {
            if (kind == EventKind::PythonFunction && segment.name[i] != automatic) {
                continue;
            }
            const HostRole role = hostRoleOf(kind, trace.text(segment.name[i]));
            if (role.layer == Layer::Mark) {
                marks[processOf(trace, segment.track)].push_back(
                    {{segment.start[i], segment.end(i)}, role.cause, SliceId(segment.first + i)});
            }
        }
    };
    for (const auto& segment : trace.segments()) {
        addFrom(*segment, EventKind::Overhead);
        addFrom(*segment, EventKind::GarbageCollection);
        if (automatic.valid()) {
            addFrom(*segment, EventKind::PythonFunction);
        }
    }
    return marks;
}

// Those of a process: its own, and of its rank's profiler what it did.
std::vector<HostMark> marksBeside(const Trace& trace, const std::map<ProcessId, std::vector<HostMark>>& all,
                                  ProcessId process) {
    const Process& own = trace.processes()[process.value];
    std::vector<HostMark> marks;
    for (const auto& [from, found] : all) {
        const Process& other = trace.processes()[from.value];
        if (from == process || (other.isProfiler() && sameRank(own, other))) {
            marks.insert(marks.end(), found.begin(), found.end());
        }
    }
    return resolved(std::move(marks));
}

std::map<ProcessId, std::vector<HostMark>> collectivesBeside(const Trace& trace,
                                                             const std::set<TrackId>& launching) {
    std::map<ProcessId, std::vector<HostMark>> marks;
    for (const auto& segment : trace.segments()) {
        for (const EventKind kind : {EventKind::UserRange, EventKind::Communication}) {
            std::uint32_t i = launching.contains(segment->track) ? segment->size() : segment->next(kind, 0);
            for (; i < segment->size(); i = segment->next(kind, i + 1)) {
                if (hostRoleOf(kind, trace.text(segment->name[i])).cause == WaitCause::Collective) {
                    marks[processOf(trace, segment->track)].push_back({{segment->start[i], segment->end(i)},
                                                                       WaitCause::Collective,
                                                                       SliceId(segment->first + i)});
                }
            }
        }
    }
    for (auto& [process, own] : marks) {
        own = resolved(std::move(own));
    }
    return marks;
}

HostTimeline together(const std::vector<const HostTimeline*>& threads) {
    HostTimeline all;
    IntervalUnion busy;
    IntervalUnion ranges;
    for (const HostTimeline* thread : threads) {
        all.marks.insert(all.marks.end(), thread->marks.begin(), thread->marks.end());
        busy.add(thread->busy);
        ranges.add(thread->ranges);
    }
    all.marks = resolved(std::move(all.marks));
    all.busy = busy.take();
    all.ranges = ranges.take();
    return all;
}

} // namespace

HostTimelines::HostTimelines(const Trace& trace, const std::stop_token& stop) {
    const std::set<TrackId> threads = launchingThreads(trace);
    std::vector<std::uint32_t> lanes;
    for (const TrackId thread : threads) {
        const auto [first, last] = trace.lanesOf(thread);
        for (std::uint32_t lane = first; lane < last; ++lane) {
            lanes.push_back(lane);
        }
    }
    const unsigned workers = threadsFor(trace.sliceCount());
    std::vector<LaneReader> readers(workers, LaneReader(trace));
    std::vector<std::map<TrackId, Shown>> shown(workers);
    forEachOnThreads(workers, lanes.size(), [&](std::size_t i, unsigned worker) {
        const Lane& lane = trace.lanes()[lanes[i]];
        (void)readers[worker].read(lane, shown[worker][lane.track], stop);
    });
    if (stop.stop_requested()) {
        return;
    }
    std::map<ProcessId, std::vector<const HostTimeline*>> ofProcess;
    for (const TrackId thread : threads) {
        HostTimeline& timeline = threads_[thread];
        IntervalUnion busy;
        IntervalUnion ranges;
        for (std::map<TrackId, Shown>& part : shown) {
            Shown& own = part[thread];
            timeline.marks.insert(timeline.marks.end(), own.marks.begin(), own.marks.end());
            busy.add(own.busy.take());
            ranges.add(own.ranges.take());
        }
        timeline.marks = resolved(std::move(timeline.marks));
        timeline.busy = busy.take();
        timeline.ranges = ranges.take();
        timeline.offCpu = timesOffCpu(trace, thread);
        const ProcessId process = processOf(trace, thread);
        ofProcess[process].push_back(&timeline);
        only_[process] = thread;
    }
    collectives_ = collectivesBeside(trace, threads);
    const auto aside = marksAside(trace);
    for (const auto& [process, timelines] : ofProcess) {
        aside_[process] = marksBeside(trace, aside, process);
        if (timelines.size() > 1) {
            processes_[process] = together(timelines);
        }
    }
}

const HostTimeline* HostTimelines::of(TrackId thread) const {
    const auto found = threads_.find(thread);
    return found == threads_.end() ? nullptr : &found->second;
}

const HostTimeline* HostTimelines::ofProcess(ProcessId process) const {
    if (const auto found = processes_.find(process); found != processes_.end()) {
        return &found->second;
    }
    const auto only = only_.find(process);
    return only == only_.end() ? nullptr : of(only->second);
}

std::span<const HostMark> HostTimelines::aside(ProcessId process) const {
    const auto found = aside_.find(process);
    return found == aside_.end() ? std::span<const HostMark>() : found->second;
}

std::span<const HostMark> HostTimelines::collectives(ProcessId process) const {
    const auto found = collectives_.find(process);
    return found == collectives_.end() ? std::span<const HostMark>() : found->second;
}

} // namespace lanes
