#include "model/analysis/gaps/OffCpu.h"

#include <cstddef>
#include <utility>

namespace lanes {

namespace {

constexpr double kIdlePercent = 5; // of a CPU: what recording itself takes of the process stays below it

} // namespace

std::map<ProcessId, IntervalSet> timesOffCpu(const Trace& trace) {
    std::map<ProcessId, IntervalSet> times;
    for (const CounterSeries& series : trace.counters()) {
        if (trace.text(series.name) != "CPU" || trace.text(series.key) != "%") {
            continue;
        }
        HugeVector<TimeRange> idle; // a sample tells of the time until the next one
        for (std::size_t i = 0; i + 1 < series.time.size(); ++i) {
            if (series.value[i] < kIdlePercent) {
                idle.push_back({series.time[i], series.time[i + 1]});
            }
        }
        times[trace.tracks()[series.track.value].process] = IntervalSet(std::move(idle));
    }
    return times;
}

} // namespace lanes
