#include "model/analysis/gaps/OffCpu.h"

#include "model/analysis/device/Devices.h"
#include "model/trace/ThreadRows.h"

#include <algorithm>
#include <cstddef>
#include <tuple>

namespace lanes {

namespace {

constexpr double kIdlePercent = 5; // of a CPU: what recording itself takes of the process stays below it

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
    const auto states = statesOfThread(trace, thread);
    return states ? ofStates(trace, *states) : ofProcess(trace, processOf(trace, thread));
}

} // namespace lanes
