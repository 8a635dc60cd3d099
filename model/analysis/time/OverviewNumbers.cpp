#include "model/analysis/time/OverviewNumbers.h"

#include "model/analysis/trust/ProfilerOverhead.h"

#include <algorithm>
#include <cmath>
#include <ranges>
#include <utility>

namespace lanes {
namespace {

bool addOperators(OverviewNumbers& numbers, const OperatorData& data, std::optional<TimeRange> range,
                  std::size_t most, const std::stop_token& stop) {
    const auto rows = operatorStats(data, {OperatorGroup::Name, range, {}}, stop);
    if (!rows) {
        return false;
    }
    numbers.operators =
        topWork(data, *rows, numbers.hasDevice ? &OperatorRow::selfDevice : &OperatorRow::selfCpu, most);
    return true;
}

bool addKernels(OverviewNumbers& numbers, const KernelData& data, std::optional<TimeRange> range,
                std::size_t most, const std::stop_token& stop) {
    const auto rows = kernelStats(data, {range, {}, true}, stop);
    if (!rows) {
        return false;
    }
    double weighed = 0;
    double time = 0;
    for (const KernelRow& row : *rows) {
        if (row.occupancy >= 0) {
            weighed += double(row.occupancy) * double(row.total);
            time += double(row.total);
        }
    }
    if (time > 0) {
        numbers.occupancy = static_cast<int>(std::lround(weighed / time));
    }
    numbers.kernels = topWork(data, *rows, most);
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

void addSteady(OverviewNumbers::Steps& to, const Overview& overview, const SessionSteps& steps) {
    std::vector<TimeNs> lengths;
    for (const StepSplit& step : overview.steps) {
        if (step.whole && steps.isSteady(step.step)) {
            lengths.push_back(step.range.length());
            to.steadyMean += lengths.back();
        }
    }
    if (lengths.empty()) {
        return;
    }
    std::ranges::sort(lengths);
    const std::size_t count = lengths.size();
    to.steadyMean /= static_cast<TimeNs>(count);
    to.steadyMedian = count % 2 == 1 ? lengths[count / 2] : (lengths[count / 2 - 1] + lengths[count / 2]) / 2;
    to.steadyP95 = lengths[(95 * count + 99) / 100 - 1];
}

OverviewNumbers::Steps stepsOf(const Overview& overview, const SessionSteps& session) {
    OverviewNumbers::Steps steps;
    steps.count = overview.steps.size();
    steps.mean = overview.meanStep();
    addSteady(steps, overview, session);
    if (overview.steps.empty()) {
        return steps;
    }
    steps.slowest = std::ranges::max_element(overview.steps, {}, [](const StepSplit& step) {
                        return std::pair(step.whole, step.range.length());
                    })->name;
    std::vector<const StepSplit*> longest(
        std::min(overview.steps.size(), OverviewNumbers::Steps::kMostShown));
    const auto length = [](const StepSplit* step) {
        return std::pair(-step->range.length(), step->range.begin);
    };
    const auto all = std::views::transform(overview.steps, [](const StepSplit& step) { return &step; });
    std::ranges::partial_sort_copy(all, longest, {}, length, length);
    std::ranges::sort(longest, {}, [](const StepSplit* step) { return step->range.begin; });
    for (const StepSplit* step : longest) {
        steps.longest.push_back(*step);
    }
    return steps;
}

} // namespace

std::optional<OverviewNumbers> overviewNumbers(TraceAnalyses& analyses, TimeRange focus,
                                               std::optional<TimeRange> brush, std::size_t most,
                                               const std::stop_token& stop) {
    const auto operators = analyses.operators(stop);
    const auto kernels = operators ? analyses.kernels(stop) : nullptr;
    const auto split = kernels ? analyses.split(stop) : nullptr;
    const auto memory = split ? analyses.memory(stop) : nullptr;
    if (!memory) {
        return std::nullopt;
    }
    OverviewNumbers numbers;
    Overview overview = overviewOf(*split, operators->steps, focus);
    numbers.range = overview.range;
    numbers.split = overview.split;
    numbers.deviceTimes = std::move(overview.devices);
    numbers.steps = stepsOf(overview, operators->steps);
    numbers.hasDevice = !kernels->start.empty();
    numbers.empty = analyses.trace()->sliceCount() == 0;
    if (!addOperators(numbers, *operators, brush, most, stop) ||
        !addKernels(numbers, *kernels, brush, most, stop)) {
        return std::nullopt;
    }
    addMemory(numbers, *memory, focus);
    const std::optional<TimeNs> overhead = profilerOverhead(*analyses.trace());
    numbers.hasOverhead = overhead.has_value();
    numbers.overhead = overhead.value_or(0);
    return numbers;
}

} // namespace lanes
