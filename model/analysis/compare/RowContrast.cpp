#include "model/analysis/compare/RowContrast.h"

#include "model/analysis/compare/Distributions.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanes {

namespace {

constexpr std::size_t kFewestPairs = 6; // pairs that can tell that they are pairs
constexpr double kByChance = 0.002;     // that steps of other work look like pairs
constexpr double kChangesCount = 1.5;   // changes of independent lengths are as good as so many times fewer

// Takes the mean of each series off.
void center(RowContrast::Side& side) {
    double squares = 0;
    for (std::vector<double>& series : side.series) {
        double sum = 0;
        for (const double value : series) {
            sum += value;
        }
        const auto count = static_cast<double>(series.size());
        squares += sum * sum / count;
        for (double& value : series) {
            value -= sum / count;
        }
    }
    const auto runs = static_cast<double>(side.series.size());
    side.betweenSeries = runs > 1 ? std::max(0.0, (squares - side.count) / (runs - 1)) : 0;
    side.degrees = side.count - runs;
}

RowContrast::Side contrastSide(const TallyRow& row, const SampledSteps& steps) {
    const RowSamples samples = samplesOf(row, steps);
    RowContrast::Side side;
    double sum = 0;
    for (const SampledSteps::Series& series : steps.series()) {
        const auto ranks = static_cast<double>(series.firsts.size());
        std::vector<double> values;
        side.ranks = std::max(side.ranks, ranks);
        for (std::size_t i = 0; i < series.length; ++i) {
            double value = 0;
            bool usual = true;
            for (const std::size_t first : series.firsts) {
                value += samples.values[first + i] / ranks;
                usual = usual && samples.usual[first + i];
            }
            if (usual) {
                values.push_back(value);
                sum += value;
            }
            side.unusual += usual ? 0 : ranks * ranks * value * value;
        }
        if (!values.empty()) {
            side.count += static_cast<double>(values.size());
            side.series.push_back(std::move(values));
        }
    }
    if (sum <= 0) {
        return {};
    }
    side.mean = sum / side.count;
    const double square = side.mean * side.mean;
    side.unusual /= square;
    // Calls that seem to take one and the same time do so to the clock's grain.
    side.leastVariance =
        steps.grainVariance() * static_cast<double>(row.calls) / static_cast<double>(steps.count()) / square;
    for (std::vector<double>& series : side.series) {
        for (double& value : series) {
            value /= side.mean;
        }
    }
    center(side);
    return side;
}

bool areCalledAlike(const RowOfSides& row, const SampledSteps& a, const SampledSteps& b) {
    return row.a.calls * static_cast<std::int64_t>(b.count()) ==
           row.b.calls * static_cast<std::int64_t>(a.count());
}

// Of one step, over the ranks that make it.
double sumAt(const std::vector<double>& values, const SampledSteps& steps, std::size_t at) {
    double sum = 0;
    for (const std::size_t first : steps.series().front().firsts) {
        sum += values[first + at];
    }
    return sum;
}

bool isUsualAt(const std::vector<bool>& usual, const SampledSteps& steps, std::size_t at) {
    return std::ranges::all_of(steps.series().front().firsts,
                               [&](std::size_t first) { return usual[first + at]; });
}

// Whether the lengths of these steps change alike on both sides. By their changes: noise that carries over makes lengths
// resemble one another where nothing is the same.
bool changeAlike(const SampledSteps& a, const SampledSteps& b, const std::vector<std::size_t>& steps) {
    double both = 0;
    double ofA = 0;
    double ofB = 0;
    const auto change = [&steps](const SampledSteps& side, std::size_t i) {
        return std::log(sumAt(side.lengths(), side, steps[i]) / sumAt(side.lengths(), side, steps[i - 1]));
    };
    for (std::size_t i = 1; i < steps.size(); ++i) {
        const double inA = change(a, i);
        const double inB = change(b, i);
        both += inA * inB;
        ofA += inA * inA;
        ofB += inB * inB;
    }
    const double degrees = static_cast<double>(steps.size() - 1) / kChangesCount - 2;
    if (both <= 0 || degrees <= 0) {
        return false;
    }
    const double alike = std::min(both / std::sqrt(ofA * ofB), 1 - 1e-12);
    return studentTail(alike * std::sqrt(degrees / (1 - alike * alike)), degrees) / 2 < kByChance;
}

// What all steps, and the pairs that count, took.
struct PairSums {
    double a = 0;
    double b = 0;
    double squares = 0; // of the larger side
    double all = 0;     // the same over all steps
    double allSquares = 0;
};

} // namespace

RowContrast apartContrast(const RowOfSides& row, const SampledSteps& a, const SampledSteps& b) {
    RowContrast contrast;
    contrast.a = contrastSide(row.a, a);
    contrast.b = contrastSide(row.b, b);
    contrast.meanA = contrast.a.mean;
    contrast.meanB = contrast.b.mean;
    contrast.difference = contrast.meanB - contrast.meanA;
    const double larger = std::max(contrast.meanA, contrast.meanB);
    contrast.relative = larger > 0 ? contrast.difference / larger : 0;
    contrast.calledAlike = areCalledAlike(row, a, b);
    return contrast;
}

std::optional<std::vector<std::size_t>> pairedSteps(const SampledSteps& a, const SampledSteps& b) {
    if (a.series().size() != 1 || b.series().size() != 1 ||
        a.series().front().length != b.series().front().length) {
        return std::nullopt;
    }
    std::vector<std::size_t> pairs;
    for (std::size_t i = 0; i < a.series().front().length; ++i) {
        if (isUsualAt(a.usual(), a, i) && isUsualAt(b.usual(), b, i)) {
            pairs.push_back(i);
        }
    }
    if (pairs.size() < kFewestPairs || !changeAlike(a, b, pairs)) {
        return std::nullopt;
    }
    return pairs;
}

std::optional<RowContrast> pairedContrast(const RowOfSides& row, const SampledSteps& a, const SampledSteps& b,
                                          const std::vector<std::size_t>& pairs) {
    const RowSamples ofA = samplesOf(row.a, a);
    const RowSamples ofB = samplesOf(row.b, b);
    PairSums sums;
    std::vector<double> logs;
    double mean = 0;
    for (std::size_t i = 0, next = 0; i < a.series().front().length; ++i) {
        const double inA = sumAt(ofA.values, a, i);
        const double inB = sumAt(ofB.values, b, i);
        const double larger = std::max(inA, inB);
        sums.all += larger;
        sums.allSquares += larger * larger;
        const bool isPair = next < pairs.size() && pairs[next] == i;
        next += isPair ? 1 : 0;
        if (isPair && inA > 0 && inB > 0 && isUsualAt(ofA.usual, a, i) && isUsualAt(ofB.usual, b, i)) {
            logs.push_back(std::log(inB / inA));
            mean += logs.back();
            sums.a += inA;
            sums.b += inB;
            sums.squares += larger * larger;
        }
    }
    if (logs.size() < kFewestSamples || 2 * logs.size() < pairs.size()) {
        return std::nullopt;
    }
    RowContrast contrast;
    const auto count = static_cast<double>(logs.size());
    contrast.isPaired = true;
    contrast.difference = contrast.relative = mean / count;
    const auto grain = [count](const SampledSteps& steps, const TallyRow& of, double time) {
        return steps.grainVariance() * static_cast<double>(of.calls) / static_cast<double>(steps.count()) *
               count * count / (time * time);
    };
    contrast.a.count = count;
    contrast.a.mean = 1;
    contrast.a.leastVariance = grain(a, row.a, sums.a) + grain(b, row.b, sums.b);
    contrast.a.series.push_back(std::move(logs));
    center(contrast.a);
    const double ranks = count * static_cast<double>(a.series().front().firsts.size());
    contrast.meanA = sums.a / ranks;
    contrast.meanB = sums.b / ranks;
    contrast.weightedMean = std::sqrt(count * sums.squares) / std::max(sums.a, sums.b);
    contrast.weightedTotal = std::sqrt(count * sums.allSquares) / sums.all;
    contrast.calledAlike = areCalledAlike(row, a, b);
    return contrast;
}

} // namespace lanes
