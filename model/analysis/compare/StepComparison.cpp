#include "model/analysis/compare/StepComparison.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace lanes {

namespace {

constexpr double kVerdictTail = 0.01; // that a table without a change accuses any row
constexpr double kFurtherTests = 1;   // counted beside the rows: few rows tell little of their noise
constexpr double kLeastChange = 0.01; // of the larger mean
constexpr std::size_t kLearnedFrom = 100;

// The rows that take most of the time, of those that most steps call: what small ones vary by is their clock's grain.
std::vector<RowOfSides> regularRows(std::span<const RowOfSides> rows, const SampledSteps& a,
                                    const SampledSteps& b) {
    std::vector<std::pair<TimeNs, std::size_t>> order;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (2 * rows[i].a.steps.size() > a.count() && 2 * rows[i].b.steps.size() > b.count()) {
            order.emplace_back(rows[i].a.time + rows[i].b.time, i);
        }
    }
    std::ranges::stable_sort(order, std::ranges::greater{}, &std::pair<TimeNs, std::size_t>::first);
    order.resize(std::min(order.size(), kLearnedFrom));
    std::vector<RowOfSides> largest;
    largest.reserve(order.size());
    for (const auto& [time, i] : order) {
        largest.push_back(rows[i]);
    }
    return largest;
}

std::size_t longestOf(const SampledSteps& a, const SampledSteps& b) {
    std::size_t longest = 1;
    for (const SampledSteps* side : {&a, &b}) {
        for (const SampledSteps::Series& series : side->series()) {
            longest = std::max(longest, series.length);
        }
    }
    return longest;
}

NoiseModel apartModel(const SampledSteps& a, const SampledSteps& b, std::span<const RowOfSides> known,
                      double rare) {
    std::vector<RowContrast> rows;
    for (const RowOfSides& row : regularRows(known, a, b)) {
        RowContrast contrast = apartContrast(row, a, b);
        if (contrast.meanA > 0 && contrast.meanB > 0) {
            rows.push_back(std::move(contrast));
        }
    }
    return {rows, longestOf(a, b), rare};
}

NoiseModel pairedModel(const SampledSteps& a, const SampledSteps& b, std::span<const RowOfSides> known,
                       const std::vector<std::size_t>& pairs, double rare) {
    std::vector<RowContrast> rows;
    for (const RowOfSides& row : regularRows(known, a, b)) {
        if (auto contrast = pairedContrast(row, a, b, pairs)) {
            rows.push_back(std::move(*contrast));
        }
    }
    return {rows, longestOf(a, b), rare};
}

// Of a ratio of which the logarithm is known as exactly as `wide` says.
RowEvidence::Bounds ratioBounds(double a, double b, double wide) {
    const double ratio = std::log(b / a);
    const double middle = std::tanh(ratio / 2);
    return {(a + b) * (middle - std::tanh((ratio - wide) / 2)),
            (a + b) * (std::tanh((ratio + wide) / 2) - middle)};
}

} // namespace

StepComparison::StepComparison(const SampledSteps& a, const SampledSteps& b, std::span<const RowOfSides> rows,
                               std::span<const RowOfSides> known, double tail)
    : a_(a)
    , b_(b)
    , tests_(
          std::max(1.0, static_cast<double>(std::ranges::count_if(
                            rows, [](const RowOfSides& row) { return row.a.calls > 0 && row.b.calls > 0; }))))
    , tail_(tail)
    , apart_(apartModel(a, b, known, kVerdictTail / tests_))
    , pairs_(pairedSteps(a, b)) {
    if (pairs_) {
        paired_ = pairedModel(a, b, known, *pairs_, kVerdictTail / tests_);
    }
}

// Only a row that seems to differ is looked at closely: many rows of many steps would take long.
RowEvidence StepComparison::of(const RowOfSides& row) const {
    RowContrast contrast;
    if (auto paired = pairs_ ? pairedContrast(row, a_, b_, *pairs_) : std::nullopt) {
        contrast = std::move(*paired);
    } else {
        contrast = apartContrast(row, a_, b_);
    }
    const RowEvidence evidence = of(contrast, row, false);
    return isUnlikely(evidence) ? of(contrast, row, true) : evidence;
}

RowEvidence StepComparison::of(const RowContrast& row, const RowOfSides& sides, bool closely) const {
    RowEvidence evidence;
    evidence.meanA = row.meanA;
    evidence.meanB = row.meanB;
    evidence.sampled = row.meanA > 0 || row.meanB > 0;
    const NoiseModel::Spreads spreads = (row.isPaired ? *paired_ : apart_).spreadsOf(row, closely);
    const double wide = spreads.mean.wide(tail_);
    evidence.chance = spreads.mean.chanceOf(row.difference);
    if (!row.isPaired) {
        const double total = spreads.total.wide(tail_);
        evidence.step = {wide, wide};
        evidence.total = {total, total};
        return evidence;
    }
    evidence.step = ratioBounds(row.meanA, row.meanB, wide * row.weightedMean);
    evidence.total = ratioBounds(static_cast<double>(sides.a.time), static_cast<double>(sides.b.time),
                                 wide * row.weightedTotal);
    if (row.difference * evidence.change() <= 0) { // long steps say something else than most do
        evidence.chance = 1;
    }
    return evidence;
}

bool StepComparison::differs(const RowEvidence& evidence) const {
    return evidence.isOutside() && isUnlikely(evidence) &&
           std::abs(evidence.change()) > kLeastChange * std::max(evidence.meanA, evidence.meanB);
}

bool StepComparison::isUnlikely(const RowEvidence& evidence) const {
    return evidence.chance * (tests_ + kFurtherTests) < kVerdictTail;
}

} // namespace lanes
