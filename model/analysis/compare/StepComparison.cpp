#include "model/analysis/compare/StepComparison.h"

#include "model/analysis/compare/Distributions.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

namespace lanes {

namespace {

constexpr double kVerdictTail = 0.01; // that a table without a change accuses any row
constexpr double kLeastChange = 0.01; // of the larger mean
constexpr std::size_t kLearnedFrom = 100;
constexpr std::size_t kFewestRows = 4;
constexpr std::size_t kFewSteps = 20; // of both sides together: too few to tell how noise carries over
constexpr double kQuartile = 0.6745;  // half of a normal distribution lies within so many standard deviations

// The rows that take most of the time, of those that most steps call: what small ones vary by is their clock's grain.
std::vector<RowOfSides> regularRows(std::span<const RowOfSides> rows, const SampledSteps& a,
                                    const SampledSteps& b) {
    std::vector<RowOfSides> regular;
    for (const RowOfSides& row : rows) {
        if (2 * row.a.steps.size() > a.count() && 2 * row.b.steps.size() > b.count()) {
            regular.push_back(row);
        }
    }
    std::vector<std::size_t> order(regular.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        order[i] = i;
    }
    std::ranges::stable_sort(order, std::ranges::greater{},
                             [&](std::size_t i) { return regular[i].a.time + regular[i].b.time; });
    order.resize(std::min(order.size(), kLearnedFrom));
    std::vector<RowOfSides> largest;
    largest.reserve(order.size());
    for (const std::size_t i : order) {
        largest.push_back(regular[i]);
    }
    return largest;
}

double medianScore(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

} // namespace

StepComparison::StepComparison(const SampledSteps& a, const SampledSteps& b, std::span<const RowOfSides> rows,
                               double tail)
    : tests_(static_cast<std::size_t>(std::ranges::count_if(
          rows, [](const RowOfSides& row) { return row.a.calls > 0 && row.b.calls > 0; })))
    , stepsA_(static_cast<std::int64_t>(a.count()))
    , stepsB_(static_cast<std::int64_t>(b.count()))
    , tail_(tail)
    , apart_(a, b, regularRows(rows, a, b))
    , pairs_(PairedSteps::of(a, b, regularRows(rows, a, b))) {
    if (a.count() + b.count() < kFewSteps) {
        learnDoubt(regularRows(rows, a, b));
    }
}

// In a few steps noise that carries over cannot be seen, but it makes all rows differ, each in its own way. By how much rows
// differ from what most of them have in common says how far to believe that any one does. Rows that are called more or less often
// are not asked, nor doubted for it: that is the program's doing, no noise.
void StepComparison::learnDoubt(std::span<const RowOfSides> rows) {
    std::vector<double> scores;
    for (const RowOfSides& row : rows) {
        if (!calledAlike(row)) {
            continue;
        }
        const RowEvidence evidence = of(row, false);
        const double chance = std::max(evidence.chance, std::numeric_limits<double>::min());
        scores.push_back(std::copysign(normalQuantile(chance), evidence.change()));
    }
    if (scores.size() < kFewestRows) {
        return;
    }
    const double common = medianScore(scores);
    for (double& score : scores) {
        score = std::abs(score - common);
    }
    doubt_ = std::max(1.0, medianScore(scores) / kQuartile);
}

// Only a row that seems to differ is looked at closely: many rows of many steps would take long.
RowEvidence StepComparison::of(const RowOfSides& row) const {
    const RowEvidence evidence = of(row, false);
    return isUnlikely(evidence) ? of(row, true) : evidence;
}

bool StepComparison::differs(const RowEvidence& evidence) const {
    return evidence.towards && isUnlikely(evidence) &&
           std::abs(evidence.change()) > kLeastChange * std::max(evidence.meanA, evidence.meanB);
}

RowEvidence StepComparison::of(const RowOfSides& row, bool closely) const {
    const RowQuestion question{calledAlike(row) ? doubt_ : 1, tail_, closely};
    if (pairs_) {
        if (const auto evidence = pairs_->of(row, question)) {
            return *evidence;
        }
    }
    return apart_.of(row, question);
}

// As often per step.
bool StepComparison::calledAlike(const RowOfSides& row) const {
    return row.a.calls * stepsB_ == row.b.calls * stepsA_;
}

bool StepComparison::isUnlikely(const RowEvidence& evidence) const {
    return evidence.chance * static_cast<double>(std::max<std::size_t>(tests_, 1)) < kVerdictTail;
}

} // namespace lanes
