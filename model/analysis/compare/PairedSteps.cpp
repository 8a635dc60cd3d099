#include "model/analysis/compare/PairedSteps.h"

#include "model/analysis/compare/Distributions.h"

#include <algorithm>
#include <cmath>

namespace lanes {

namespace {

constexpr std::size_t kFewestPairs = 6; // pairs that can tell that they are pairs
constexpr double kByChance = 0.002;     // that steps of other work look like pairs
constexpr double kChangesCount = 1.5;   // changes of independent lengths are as good as so many times fewer

double logSum(const SampledSteps& steps, std::size_t at) {
    double sum = 0;
    for (const std::size_t first : steps.series().front().firsts) {
        sum += steps.lengths()[first + at];
    }
    return std::log(sum);
}

// Whether the lengths of these steps change alike on both sides. By their changes: noise that carries over makes lengths
// resemble one another where nothing is the same.
bool changeAlike(const SampledSteps& a, const SampledSteps& b, const std::vector<std::size_t>& steps) {
    double both = 0;
    double ofA = 0;
    double ofB = 0;
    for (std::size_t i = 1; i < steps.size(); ++i) {
        const double inA = logSum(a, steps[i]) - logSum(a, steps[i - 1]);
        const double inB = logSum(b, steps[i]) - logSum(b, steps[i - 1]);
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

} // namespace

// Of one row: by how much each pair differs from their mean, and what the row took.
struct PairedSteps::Ratios {
    NoiseSeries noise; // of every usual pair; 0 where the row has none, or an unusual one
    double count = 0;  // of the others
    double mean = 0;   // of the logarithms
    double variance = 0;
    double a = 0; // summed over them
    double b = 0;
    double squares = 0; // of what they took, of the larger side
    double all = 0;     // the same over all steps
    double allSquares = 0;
};

PairedSteps::PairedSteps(const SampledSteps& a, const SampledSteps& b)
    : a_(a)
    , b_(b) {}

std::optional<PairedSteps> PairedSteps::of(const SampledSteps& a, const SampledSteps& b,
                                           std::span<const RowOfSides> rows) {
    if (a.series().size() != 1 || b.series().size() != 1 ||
        a.series().front().length != b.series().front().length) {
        return std::nullopt;
    }
    PairedSteps pairs(a, b);
    const auto isUsual = [](const SampledSteps& steps, std::size_t at) {
        return std::ranges::all_of(steps.series().front().firsts,
                                   [&](std::size_t first) { return steps.usual()[first + at]; });
    };
    for (std::size_t i = 0; i < a.series().front().length; ++i) {
        if (isUsual(a, i) && isUsual(b, i)) {
            pairs.usual_.push_back(i);
        }
    }
    if (pairs.usual_.size() < kFewestPairs || !changeAlike(a, b, pairs.usual_)) {
        return std::nullopt;
    }
    std::vector<std::vector<NoiseSeries>> noise;
    std::vector<double> variances;
    for (const RowOfSides& row : rows) {
        if (auto ratios = pairs.ratiosOf(row)) {
            variances.push_back(ratios->variance);
            noise.push_back({std::move(ratios->noise)});
        }
    }
    if (!noise.empty()) {
        pairs.noise_.emplace(noise);
        pairs.prior_ = VariancePrior(variances, static_cast<double>(pairs.usual_.size() - 1));
    }
    return pairs;
}

std::optional<PairedSteps::Ratios> PairedSteps::ratiosOf(const RowOfSides& row) const {
    const RowSamples ofA = samplesOf(row.a, a_);
    const RowSamples ofB = samplesOf(row.b, b_);
    const auto sumAt = [](const RowSamples& samples, const SampledSteps& steps, std::size_t at, bool& usual) {
        double sum = 0;
        for (const std::size_t first : steps.series().front().firsts) {
            sum += samples.values[first + at];
            usual = usual && samples.usual[first + at];
        }
        return sum;
    };
    Ratios ratios;
    std::vector<bool> taken;
    for (std::size_t i = 0, next = 0; i < a_.series().front().length; ++i) {
        bool usual = true;
        const double inA = sumAt(ofA, a_, i, usual);
        const double inB = sumAt(ofB, b_, i, usual);
        const double larger = std::max(inA, inB);
        ratios.all += larger;
        ratios.allSquares += larger * larger;
        if (next == usual_.size() || usual_[next] != i) {
            continue;
        }
        ++next;
        taken.push_back(usual && inA > 0 && inB > 0);
        ratios.noise.push_back(taken.back() ? std::log(inB / inA) : 0);
        if (taken.back()) {
            ++ratios.count;
            ratios.mean += ratios.noise.back();
            ratios.a += inA;
            ratios.b += inB;
            ratios.squares += larger * larger;
        }
    }
    if (ratios.count < kFewestSamples || 2 * ratios.count < static_cast<double>(taken.size())) {
        return std::nullopt;
    }
    ratios.mean /= ratios.count;
    for (std::size_t i = 0; i < taken.size(); ++i) {
        ratios.noise[i] = taken[i] ? ratios.noise[i] - ratios.mean : 0;
        ratios.variance += ratios.noise[i] * ratios.noise[i] / (ratios.count - 1);
    }
    const auto grain = [&](const SampledSteps& steps, const TallyRow& of, double time) {
        const double mean = time / ratios.count;
        return steps.grainVariance() * static_cast<double>(of.calls) / static_cast<double>(steps.count()) /
               (mean * mean);
    };
    ratios.variance = std::max(ratios.variance, grain(a_, row.a, ratios.a) + grain(b_, row.b, ratios.b));
    return ratios;
}

std::optional<RowEvidence> PairedSteps::of(const RowOfSides& row, const RowQuestion& question) const {
    const std::optional<Ratios> ratios = ratiosOf(row);
    if (!ratios) {
        return std::nullopt;
    }
    SerialNoise::Estimate noise{1, ratios->count - 1};
    if (noise_) {
        noise = question.closely ? noise_->of({ratios->noise}).front() : noise_->common().front();
    }
    const VariancePrior::Estimate known = prior_.of(ratios->variance, ratios->count - 1);
    const double degrees = std::max(1.0, known.degrees - (ratios->count - 1) + noise.degrees);
    const double spread = question.doubt * std::sqrt(known.variance * noise.inflation); // of one pair
    const double error = spread / std::sqrt(ratios->count);
    const double quantile = studentQuantile(question.tail, degrees);
    // The sums' ratio lies where it does; pairs count in it by what they took.
    const auto bounds = [&](double a, double b, double squares, double all) {
        const double ratio = std::log(b / a);
        const double wide = quantile * spread * std::sqrt(squares) / all;
        const double middle = std::tanh(ratio / 2);
        return RowEvidence::Bounds{(a + b) * (middle - std::tanh((ratio - wide) / 2)),
                                   (a + b) * (std::tanh((ratio + wide) / 2) - middle)};
    };
    RowEvidence evidence;
    evidence.sampled = true;
    const double ranks = static_cast<double>(a_.series().front().firsts.size()) * ratios->count;
    evidence.meanA = ratios->a / ranks;
    evidence.meanB = ratios->b / ranks;
    evidence.step = bounds(evidence.meanA, evidence.meanB, ratios->squares, std::max(ratios->a, ratios->b));
    evidence.total = bounds(static_cast<double>(row.a.time), static_cast<double>(row.b.time),
                            ratios->allSquares, ratios->all);
    const double change = evidence.change();
    evidence.towards = change > 0 ? change > evidence.step.below : -change > evidence.step.above;
    evidence.towards = evidence.towards && change * ratios->mean > 0;
    evidence.chance = error > 0 ? studentTail(ratios->mean / error, degrees) : ratios->mean == 0 ? 1 : 0;
    return evidence;
}

} // namespace lanes
