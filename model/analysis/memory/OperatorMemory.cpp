#include "model/analysis/memory/OperatorMemory.h"

#include "model/analysis/device/Devices.h"
#include "model/analysis/operators/OpenCalls.h"
#include "model/base/StopEvery.h"
#include "model/trace/slices/AsyncRanges.h"
#include "model/trace/tables/BoundedBytes.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <utility>

namespace lanes {

namespace {

// The memory events of one process, with the sums of all before each.
struct ProcessEvents {
    std::vector<TimeNs> time;
    std::vector<std::int64_t> allocated{0};
    std::vector<std::int64_t> freed{0};

    void add(TimeNs at, std::int64_t bytes) {
        time.push_back(at);
        allocated.push_back(allocated.back() + std::max<std::int64_t>(bytes, 0));
        freed.push_back(freed.back() + std::max<std::int64_t>(-bytes, 0));
    }
};

std::map<ProcessId, ProcessEvents> eventsByProcess(const Trace& trace) {
    std::map<ProcessId, ProcessEvents> processes;
    const MemoryTable& memory = trace.memory();
    for (std::uint32_t e = 0; e < memory.size(); ++e) {
        processes[processOf(trace, memory.track[e])].add(memory.time[e], boundedBytes(memory.bytes[e]));
    }
    return processes;
}

// The first event for which `after` does not hold, searched for from `from` in growing steps: operators of a lane
// come in time order, so the next one is near.
template<class Times, class Before>
std::size_t gallop(const Times& times, std::size_t from, Before before) {
    std::size_t step = 1;
    std::size_t low = from;
    while (low + step <= times.size() && before(times[low + step - 1])) {
        low += step;
        step *= 2;
    }
    const std::size_t high = std::min(times.size(), low + step);
    return static_cast<std::size_t>(std::partition_point(times.begin() + static_cast<std::ptrdiff_t>(low),
                                                         times.begin() + static_cast<std::ptrdiff_t>(high),
                                                         before) -
                                    times.begin());
}

// The memory events of one thread.
struct ThreadEvents {
    std::vector<TimeNs> time;
    std::vector<std::uint32_t> event;
};

std::vector<ThreadEvents> eventsByThread(const Trace& trace) {
    std::vector<ThreadEvents> threads(trace.tracks().size());
    const MemoryTable& memory = trace.memory();
    for (std::uint32_t e = 0; e < memory.size(); ++e) {
        const std::uint32_t track = memory.track[e].value;
        if (track < threads.size()) {
            threads[track].time.push_back(memory.time[e]);
            threads[track].event.push_back(e);
        }
    }
    return threads;
}

// Gives the events within each operator of a lane to it. Deeper lanes come later and take over from what began before.
void claimEvents(const OperatorForest& forest, const OperatorForest::Run& run, const ThreadEvents& thread,
                 const AsyncRanges& asyncs, std::vector<std::uint32_t>& allocators,
                 std::vector<TimeNs>& since) {
    const Segment& segment = forest.segmentOf(run);
    std::size_t from = 0;
    for (std::uint32_t op = run.first; op < run.end && from < thread.time.size(); ++op) {
        const std::uint32_t i = forest.position(run, op);
        const TimeNs start = segment.start[i];
        const TimeNs end = segment.end(i);
        if (asyncs.has(segment.kind[i], segment.name[i])) {
            continue;
        }
        from = gallop(thread.time, from, [start](TimeNs t) { return t < start; });
        for (std::size_t at = from; at < thread.time.size() && thread.time[at] < end; ++at) {
            const std::uint32_t event = thread.event[at];
            if (since[event] <= start) {
                since[event] = start;
                allocators[event] = op;
            }
        }
    }
}

std::vector<OperatorForest::Run> runsOf(const OperatorForest& forest, TrackId track) {
    std::vector<OperatorForest::Run> runs;
    std::ranges::copy_if(forest.runs(), std::back_inserter(runs), [&](const OperatorForest::Run& run) {
        return forest.segmentOf(run).track == track;
    });
    return runs;
}

// The same for all operators of a thread on which very many are open at once.
void claimEvents(const OperatorForest& forest, std::span<const OperatorForest::Run> runs,
                 const ThreadEvents& thread, const AsyncRanges& asyncs,
                 std::vector<std::uint32_t>& allocators) {
    std::vector<OpenCalls::Call> calls;
    for (const OperatorForest::Run& run : runs) {
        const Segment& segment = forest.segmentOf(run);
        for (std::uint32_t op = run.first; op < run.end; ++op) {
            const std::uint32_t i = forest.position(run, op);
            if (!asyncs.has(segment.kind[i], segment.name[i])) {
                calls.push_back({segment.start[i], segment.end(i), op, op});
            }
        }
    }
    const OpenCalls open(std::move(calls));
    for (std::size_t at = 0; at < thread.time.size(); ++at) {
        allocators[thread.event[at]] = open.at(thread.time[at]);
    }
}

} // namespace

std::shared_ptr<const OperatorMemory> OperatorMemory::build(const OperatorForest& forest,
                                                            const std::stop_token& stop) {
    const auto result = std::make_shared<OperatorMemory>();
    const MemoryTable& memory = forest.trace().memory();
    if (memory.size() == 0) {
        return result;
    }
    const std::map<ProcessId, ProcessEvents> processes = eventsByProcess(forest.trace());
    const ProcessEvents none;
    const AsyncRanges asyncs(forest.trace().strings());
    result->sums_.resize(forest.size());
    result->allocators_.assign(memory.size(), OperatorForest::kNone);
    std::vector<TimeNs> since(memory.size(), std::numeric_limits<TimeNs>::min()); // its operator began
    const std::vector<ThreadEvents> threads = eventsByThread(forest.trace());
    std::set<TrackId> claimed;
    for (const OperatorForest::Run& run : forest.runs()) {
        if (stop.stop_requested()) {
            return nullptr;
        }
        const Segment& segment = forest.segmentOf(run);
        const auto [firstLane, lastLane] = forest.trace().lanesOf(segment.track);
        const bool isDeep = lastLane - firstLane > OpenCalls::kFewLanes;
        if (!isDeep) {
            claimEvents(forest, run, threads[segment.track.value], asyncs, result->allocators_, since);
        } else if (claimed.insert(segment.track).second) {
            claimEvents(forest, runsOf(forest, segment.track), threads[segment.track.value], asyncs,
                        result->allocators_);
        }
        const auto process = processes.find(processOf(forest.trace(), segment.track));
        const ProcessEvents& events = process != processes.end() ? process->second : none;
        std::size_t from = 0;
        for (std::uint32_t op = run.first; op < run.end; ++op) {
            if (op % kStopEvery == 0 && stop.stop_requested()) {
                return nullptr;
            }
            const std::uint32_t i = forest.position(run, op);
            const TimeNs start = segment.start[i];
            const TimeNs end = segment.end(i);
            from = gallop(events.time, from, [start](TimeNs t) { return t < start; });
            const std::size_t to = gallop(events.time, from, [end](TimeNs t) { return t <= end; });
            result->sums_[op] = {events.allocated[to] - events.allocated[from],
                                 events.freed[to] - events.freed[from]};
        }
    }
    return result;
}

} // namespace lanes
