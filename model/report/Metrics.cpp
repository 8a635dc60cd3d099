#include "model/report/Metrics.h"

#include "model/analysis/memory/PeakFinder.h"
#include "model/analysis/time/Overview.h"
#include "model/analysis/trust/Ledger.h"
#include "model/base/OpenMetrics.h"

#include <algorithm>
#include <string_view>

namespace lanes::report {

namespace {

constexpr double kSecond = 1e9;

double shareOf(TimeNs part, TimeNs whole) {
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

void addSteps(OpenMetrics& metrics, const SessionSteps& steps, const TimeSplit& split, TimeRange range) {
    std::int64_t rank = -2; // of no step
    for (const Step& step : steps.all()) {
        if (step.rank == rank) {
            continue;
        }
        rank = step.rank;
        if (const SteadySteps* steady = steps.steady(rank)) {
            metrics.addSteps(rankLabels(rank), steady->steps,
                             static_cast<double>(steady->mean * steady->steps),
                             static_cast<double>(steady->median), static_cast<double>(steady->p95));
        }
        metrics.add(Metric::DataWait, rankLabels(rank),
                    shareOf(split.ofRank(rank).split(range).of(Activity::DataLoading), range.length()));
    }
    if (steps.empty()) {
        metrics.add(Metric::DataWait, {},
                    shareOf(split.split(range).of(Activity::DataLoading), range.length()));
    }
}

void addDevices(OpenMetrics& metrics, const TimeSplit& split, TimeRange range) {
    for (const DeviceTimes& times : split.devices(range)) {
        const MetricLabels labels = gpuLabels(times.device.index, times.device.uuid, times.device.rank);
        metrics.add(Metric::GpuBusy, labels, shareOf(times.busy, range.length()));
        metrics.add(Metric::GpuCommunication, labels, shareOf(times.communication, range.length()));
        metrics.add(Metric::GpuExposedCommunication, labels,
                    shareOf(times.communication - times.overlap, range.length()));
    }
}

// The last value of a curve of a device in the range; of energy how much it grew there.
void addCurve(OpenMetrics& metrics, const Trace& trace, const CounterSeries& curve, TimeRange range) {
    const ProcessId owner = processOf(trace, curve.track);
    const std::string_view name = trace.text(curve.name);
    const auto first = std::ranges::lower_bound(curve.time, range.begin);
    const auto end = std::ranges::upper_bound(curve.time, range.end);
    if (!owner.valid() || trace.processes()[owner.value].kind != Process::Kind::Device || first >= end) {
        return;
    }
    const Process& device = trace.processes()[owner.value];
    const MetricLabels labels = gpuLabels(device.deviceIndex, device.deviceUuid, device.rank);
    const double last = curve.value[static_cast<std::size_t>(end - curve.time.begin()) - 1];
    if (name == "Memory used") {
        metrics.add(Metric::GpuMemoryUsed, labels, last);
    } else if (name == "Power") {
        metrics.add(Metric::GpuPower, labels, last);
    } else if (name == "Energy") {
        metrics.add(Metric::GpuEnergy, labels,
                    last - curve.value[static_cast<std::size_t>(first - curve.time.begin())]);
    }
}

void addMemory(OpenMetrics& metrics, const Trace& trace, const MemoryHistory& memory, TimeRange range) {
    for (const DeviceMemory& device : memory.devices()) {
        const Process none;
        const Process& process = device.process.valid() ? trace.processes()[device.process.value] : none;
        const MetricLabels labels = allocatorLabels(device.type, device.index, process.key, process.rank);
        metrics.add(Metric::MemoryAllocated, labels, static_cast<double>(device.allocatedAt(range.end)));
        metrics.add(Metric::MemoryPeak, labels, static_cast<double>(PeakFinder(device, range).peak().bytes));
    }
}

} // namespace

std::string metricsText(TraceAnalyses& analyses, std::optional<TimeRange> asked) {
    const Trace& trace = *analyses.trace();
    const TimeRange range = asked.value_or(trace.work());
    OpenMetrics metrics;
    metrics.add(Metric::Session, {}, static_cast<double>(range.length()) / kSecond);
    const auto split = analyses.split();
    addSteps(metrics, analyses.operators()->steps, *split, range);
    addDevices(metrics, *split, range);
    for (const CounterSeries& curve : trace.counters()) {
        addCurve(metrics, trace, curve, range);
    }
    addMemory(metrics, trace, *analyses.memory(), range);
    if (const auto lost = analyses.ledger()->lost) {
        metrics.add(Metric::LostRecords, {}, static_cast<double>(*lost));
    }
    return metrics.text();
}

} // namespace lanes::report
