#include "model/analysis/ranks/RankSteps.h"

#include <algorithm>
#include <cstddef>
#include <set>

namespace lanes {

namespace {

constexpr auto at(RankMeasure measure) {
    return static_cast<std::size_t>(measure);
}

void fill(RankSteps::Cell& cell, const RankTimes& times) {
    cell.ns[at(RankMeasure::Time)] = cell.range.length();
    cell.ns[at(RankMeasure::Communication)] = times.communication;
    cell.ns[at(RankMeasure::Compute)] = times.compute;
}

// The step of a rank in which a collective was entered; null: between steps.
RankSteps::Cell* cellAt(const JobRanks& job, RankSteps& steps, const SharedCollective::Entry& entry) {
    const RankRecord& record = job.records[entry.rank];
    const TimeNs entered = record.collectives[entry.call].range.begin;
    const auto after = std::ranges::upper_bound(record.steps, entered, {},
                                                [](const RankStep& step) { return step.range.begin; });
    if (after == record.steps.begin() || (after - 1)->range.end <= entered) {
        return nullptr;
    }
    const auto column = std::ranges::lower_bound(steps.numbers, (after - 1)->number) - steps.numbers.begin();
    std::optional<RankSteps::Cell>& cell = steps.cells[entry.rank][static_cast<std::size_t>(column)];
    return cell ? &*cell : nullptr;
}

RankSteps wholeOf(const JobRanks& job) {
    RankSteps all;
    all.whole = true;
    all.numbers = {0};
    for (std::size_t rank = 0; rank < job.records.size(); ++rank) {
        const RankRecord& record = job.records[rank];
        RankSteps::Cell cell{record.span, {}, job.clocks[rank].known()};
        fill(cell, record.times);
        cell.ns[at(RankMeasure::Wait)] = job.sums[rank].wait;
        all.cells.push_back({cell});
    }
    return all;
}

} // namespace

TimeNs RankSteps::most(RankMeasure measure) const {
    TimeNs most = 0;
    for (const auto& row : cells) {
        for (const std::optional<Cell>& cell : row) {
            most = std::max(most, cell ? cell->ns[at(measure)] : 0);
        }
    }
    return most;
}

RankSteps rankStepsOf(const JobRanks& job) {
    RankSteps steps;
    std::set<std::int64_t> numbers;
    for (const RankRecord& record : job.records) {
        for (const RankStep& step : record.steps) {
            numbers.insert(step.number);
        }
    }
    if (numbers.empty()) {
        return wholeOf(job);
    }
    steps.numbers.assign(numbers.begin(), numbers.end());
    steps.cells.assign(job.records.size(), std::vector<std::optional<RankSteps::Cell>>(steps.numbers.size()));
    for (std::size_t rank = 0; rank < job.records.size(); ++rank) {
        for (const RankStep& step : job.records[rank].steps) {
            const auto column = std::ranges::lower_bound(steps.numbers, step.number) - steps.numbers.begin();
            RankSteps::Cell& cell = steps.cells[rank][static_cast<std::size_t>(column)].emplace();
            cell.range = step.range;
            cell.waitKnown = job.clocks[rank].known();
            fill(cell, step.times);
        }
    }
    for (const SharedCollective& one : job.collectives) {
        for (const SharedCollective::Entry& entry : one.entries) {
            if (RankSteps::Cell* cell = cellAt(job, steps, entry)) {
                cell->ns[at(RankMeasure::Wait)] += entry.wait;
            }
        }
    }
    return steps;
}

} // namespace lanes
