#include "model/analysis/gaps/OffCpu.h"

#include "model/analysis/device/Devices.h"
#include "model/trace/ThreadRows.h"

#include <algorithm>
#include <cstddef>
#include <tuple>

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

} // namespace

std::vector<HostMark> timesOffCpu(const Trace& trace, TrackId thread) {
    const auto states = ThreadRows(trace).statesOf(thread);
    return states ? believed(trace, thread, ofStates(trace, *states))
                  : ofProcess(trace, processOf(trace, thread));
}

} // namespace lanes
