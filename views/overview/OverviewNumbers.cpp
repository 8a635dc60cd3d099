#include "views/overview/OverviewNumbers.h"

#include "model/analysis/text/KernelName.h"
#include "views/shared/Theme.h"

#include <algorithm>
#include <cmath>

namespace lanes {
namespace {

void keepTop(std::vector<OverviewNumbers::Top>& tops) {
    TimeNs all = 0;
    for (const OverviewNumbers::Top& top : tops) {
        all += top.time;
    }
    std::ranges::stable_sort(tops, std::ranges::greater{}, &OverviewNumbers::Top::time);
    tops.resize(std::min(tops.size(), kTopCount));
    std::erase_if(tops, [](const OverviewNumbers::Top& top) { return top.time <= 0; });
    for (OverviewNumbers::Top& top : tops) {
        top.share = all > 0 ? double(top.time) / double(all) : 0;
    }
}

bool addOperators(OverviewNumbers& numbers, const OperatorData& data, std::optional<TimeRange> range,
                  const std::stop_token& stop) {
    const auto rows = operatorStats(data, {OperatorGroup::Name, range, {}}, stop);
    if (!rows) {
        return false;
    }
    for (const OperatorRow& row : *rows) {
        const TimeNs time = numbers.hasDevice ? row.selfDevice : row.selfCpu;
        const SliceId slowest =
            row.slowest == OperatorForest::kNone ? SliceId() : data.forest->slice(row.slowest);
        numbers.operators.push_back({row.label, row.hue, shadeOf(row.label), time, 0, slowest});
    }
    keepTop(numbers.operators);
    return true;
}

bool addKernels(OverviewNumbers& numbers, const KernelData& data, std::optional<TimeRange> range,
                const std::stop_token& stop) {
    const auto rows = kernelStats(data, {range, {}, true}, stop);
    if (!rows) {
        return false;
    }
    const Trace& trace = data.forest->trace();
    double weighed = 0;
    double time = 0;
    for (const KernelRow& row : *rows) {
        const std::string_view recorded = trace.text(row.name);
        const bool kernel = row.kind == EventKind::Kernel;
        numbers.kernels.push_back({kernel ? foldedKernelName(recorded) : std::string(recorded), row.hue,
                                   shadeOf(recorded), row.total, 0,
                                   data.forest->deviceWork()[row.slowest].slice});
        if (row.occupancy >= 0) {
            weighed += double(row.occupancy) * double(row.total);
            time += double(row.total);
        }
    }
    if (time > 0) {
        numbers.occupancy = static_cast<int>(std::lround(weighed / time));
    }
    keepTop(numbers.kernels);
    numbers.devices = data.devices;
    return true;
}

void addMemory(OverviewNumbers& numbers, const MemoryHistory& history, TimeRange range) {
    for (const DeviceMemory& device : history.devices()) {
        const auto first = std::ranges::lower_bound(device.time, range.begin);
        for (auto i = static_cast<std::size_t>(first - device.time.begin());
             i < device.time.size() && device.time[i] <= range.end; ++i) {
            // a device's memory matters more than the host's
            const bool better = !numbers.memory || device.allocated[i] > numbers.memory->peak;
            if (better && (device.type != 0 || !numbers.hasDevice)) {
                numbers.memory = OverviewNumbers::Memory{device.key, device.allocated[i], device.time[i]};
            }
        }
    }
}

void addOverhead(OverviewNumbers& numbers, const Trace& trace) {
    for (const auto& segment : trace.segments()) {
        for (std::uint32_t i = 0; i < segment->size(); ++i) {
            if (segment->kind[i] == EventKind::Overhead) {
                numbers.hasOverhead = true;
                numbers.overhead += segment->duration[i];
            }
        }
    }
}

} // namespace

std::optional<OverviewNumbers> overviewNumbers(TraceAnalyses& analyses, TimeRange focus,
                                               std::optional<TimeRange> brush, const std::stop_token& stop) {
    const auto operators = analyses.operators(stop);
    const auto kernels = operators ? analyses.kernels(stop) : nullptr;
    const auto split = kernels ? analyses.split(stop) : nullptr;
    const auto memory = split ? analyses.memory(stop) : nullptr;
    if (!memory) {
        return std::nullopt;
    }
    OverviewNumbers numbers;
    numbers.overview = overviewOf(*split, operators->steps, focus);
    numbers.hasDevice = !kernels->start.empty();
    numbers.empty = analyses.trace()->sliceCount() == 0;
    if (!addOperators(numbers, *operators, brush, stop) || !addKernels(numbers, *kernels, brush, stop)) {
        return std::nullopt;
    }
    addMemory(numbers, *memory, focus);
    addOverhead(numbers, *analyses.trace());
    return numbers;
}

} // namespace lanes
