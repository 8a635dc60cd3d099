#include "model/analysis/time/OverviewNumbers.h"

#include "model/analysis/trust/ProfilerOverhead.h"

#include <algorithm>
#include <cmath>
#include <span>
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

// The whole steady steps; without one, all of them.
std::vector<const StepSplit*> usualSteps(const Overview& overview, const SessionSteps& session) {
    std::vector<const StepSplit*> usual;
    std::vector<const StepSplit*> all;
    for (const StepSplit& step : overview.steps) {
        all.push_back(&step);
        if (step.whole && session.isSteady(step.step)) {
            usual.push_back(&step);
        }
    }
    return usual.empty() ? all : usual;
}

void addUsual(OverviewNumbers::Steps& to, std::vector<const StepSplit*> usual, const SessionSteps& session) {
    const auto lengthOf = [](const StepSplit* step) { return step->range.length(); };
    std::ranges::sort(usual, {}, lengthOf);
    const std::size_t count = usual.size();
    to.median = *usual[(count - 1) / 2];
    to.p95 = lengthOf(usual[(95 * count + 99) / 100 - 1]);
    if (session.isSteady(to.median->step) && to.median->whole) {
        for (const StepSplit* step : usual) {
            to.steadyMean += lengthOf(step);
        }
        to.steadyMean /= static_cast<TimeNs>(count);
        to.steadyMedian = (lengthOf(usual[(count - 1) / 2]) + lengthOf(usual[count / 2])) / 2;
    }
}

OverviewNumbers::Steps stepsOf(const Overview& overview, const SessionSteps& session) {
    OverviewNumbers::Steps steps;
    steps.count = overview.steps.size();
    steps.mean = overview.meanStep();
    if (overview.steps.empty()) {
        return steps;
    }
    addUsual(steps, usualSteps(overview, session), session);
    const auto length = [](const StepSplit* step) { return step->range.length(); };
    steps.slowest = std::ranges::max_element(overview.steps, {}, [](const StepSplit& step) {
                        return std::pair(step.whole, step.range.length());
                    })->name;
    std::vector<const StepSplit*> all;
    all.reserve(overview.steps.size());
    for (const StepSplit& step : overview.steps) {
        all.push_back(&step);
    }
    std::ranges::stable_sort(all, {}, [](const StepSplit* step) { return step->range.begin; });
    const std::size_t together = (all.size() - 1) / OverviewNumbers::Steps::kMostBars + 1;
    for (std::size_t i = 0; i < all.size(); i += together) {
        const auto neighbours = std::span(all).subspan(i, std::min(together, all.size() - i));
        steps.bars.push_back(**std::ranges::max_element(neighbours, {}, length));
    }
    return steps;
}

} // namespace

std::optional<StepExcess> excessOf(const StepSplit& step, const StepSplit& median) {
    constexpr double kUsual = 1.1; // of the median
    if (double(step.range.length()) <= kUsual * double(median.range.length())) {
        return std::nullopt;
    }
    StepExcess most;
    for (int i = 0; i < kActivityCount; ++i) {
        const auto activity = static_cast<Activity>(i);
        if (const TimeNs by = step.split.of(activity) - median.split.of(activity); by > most.by) {
            most = {activity, by};
        }
    }
    return most;
}

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
