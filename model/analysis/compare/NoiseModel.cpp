#include "model/analysis/compare/NoiseModel.h"

#include "model/analysis/compare/Distributions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>

namespace lanes {

namespace {

constexpr std::size_t kShares = 12; // from 0 to 1
constexpr std::array<double, 3> kFresh{0, 0.5, 0.8};
constexpr double kNothingFresh = 4;  // times as probable as each other value of kFresh
constexpr std::size_t kFewSteps = 5; // fewer say too little of noise to call any of it improbable
constexpr double kUsualNoise = 0.07; // of a step, relative to its mean: more is improbable
constexpr double kUsualTimes =
    4; // so is a variance of more times the least that any kind explains a table with
constexpr double kRunsDiffer = 0.05;   // that runs seem to differ by more than their steps make them
constexpr double kNegligible = 0.01;   // of the rarest chance that a verdict asks for
constexpr double kAnyDifference = 0.5; // density of a change: any from none of it to nothing else, either way

double squaresOf(const RowContrast::Side& side, const CarriedNoise& noise) {
    double squares = 0;
    for (const std::vector<double>& series : side.series) {
        squares += noise.squares(series);
    }
    return std::max(squares, side.leastVariance * side.degrees);
}

double logConstant(const RowContrast::Side& side, const CarriedNoise& noise) {
    double sum = 0;
    for (const std::vector<double>& series : side.series) {
        sum += noise.logConstant(series.size());
    }
    return sum;
}

// In the sum of all values, and in their mean.
double timesInSum(const RowContrast::Side& side, const CarriedNoise& noise) {
    double sum = 0;
    for (const std::vector<double>& series : side.series) {
        const auto count = static_cast<double>(series.size());
        sum += count * count * noise.meanVariance(series.size());
    }
    return sum;
}

double timesInMean(const RowContrast::Side& side, const CarriedNoise& noise) {
    return side.count > 0 ? timesInSum(side, noise) * side.mean * side.mean / (side.count * side.count) : 0;
}

// Of both sides of a row.
struct Squares {
    double a = 0;
    double b = 0;
    [[nodiscard]] double sum() const { return a + b; }
};

Squares squaresOf(const RowContrast& row, const CarriedNoise& noise) {
    return {squaresOf(row.a, noise), squaresOf(row.b, noise)};
}

// Other steps vary as much, in proportion to what they took.
double timesInTotal(const RowContrast::Side& side, const CarriedNoise& noise) {
    return side.mean * side.mean * (side.ranks * side.ranks * timesInSum(side, noise) + side.unusual);
}

// Of the values of a row, their means and variance integrated out. 0 where nothing varies.
double logDensity(const RowContrast& row, const CarriedNoise& noise, double squares) {
    const double degrees = row.a.degrees + row.b.degrees;
    if (squares <= 0 || degrees <= 0) {
        return 0;
    }
    return logConstant(row.a, noise) + logConstant(row.b, noise) - degrees / 2 * std::log(squares);
}

// Of how far a row differs from what rows have in common: by chance, or by any change, one as probable as the other.
double logDensityOfDifference(const RowContrast& row, double common, const CarriedNoise& noise,
                              double squares) {
    const double degrees = row.a.degrees + row.b.degrees;
    if (squares <= 0 || degrees <= 0) {
        return 0;
    }
    const double larger = std::max(row.a.mean, row.b.mean);
    const double times = (timesInMean(row.a, noise) + timesInMean(row.b, noise)) / (larger * larger);
    const double spread = std::sqrt(squares / degrees * times);
    const double chance = std::exp(studentDensityLog((row.relative - common) / spread, degrees)) / spread;
    return std::log((chance + kAnyDifference) / 2);
}

// As how many rows that vary by themselves each counts, of one side: those of one run are slower and faster together. The effective
// number of Bretherton and others (1999), where all rows are alike.
double worthOf(std::span<const RowContrast> rows, RowContrast::Side RowContrast::*side) {
    std::vector<double> together;
    double count = 0;
    for (const RowContrast& row : rows) {
        std::vector<double> values;
        for (const std::vector<double>& series : (row.*side).series) {
            values.insert(values.end(), series.begin(), series.end());
        }
        double squares = 0;
        for (const double value : values) {
            squares += value * value;
        }
        if (squares > 0 && (together.empty() || together.size() == values.size())) {
            together.resize(values.size());
            for (std::size_t i = 0; i < values.size(); ++i) {
                together[i] += values[i] / std::sqrt(squares);
            }
            ++count;
        }
    }
    double squares = 0;
    for (const double value : together) {
        squares += value * value;
    }
    const double alike = count > 1 ? std::max(0.0, (squares - count) / (count * (count - 1))) : 0;
    return 1 / (1 + (static_cast<double>(rows.size()) - 1) * alike * alike);
}

// The mean over the sides; pairs have one.
double worthOf(std::span<const RowContrast> rows) {
    if (rows.empty() || rows.front().isPaired) {
        return worthOf(rows, &RowContrast::a);
    }
    return (worthOf(rows, &RowContrast::a) + worthOf(rows, &RowContrast::b)) / 2;
}

VariancePrior priorOf(std::span<const RowContrast> rows, RowContrast::Side RowContrast::*side,
                      std::span<const Squares> squares, double Squares::*of) {
    std::vector<double> variances;
    double degrees = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double own = (rows[i].*side).degrees;
        if (own > 0) {
            variances.push_back(squares[i].*of / own);
            degrees = std::max(degrees, own);
        }
    }
    return variances.empty() ? VariancePrior() : VariancePrior(variances, degrees);
}

// The variance of a value. Where runs differ by far more than their steps make them, steps of one run are one another's likes: what
// varies are the runs.
VariancePrior::Estimate varianceOf(const RowContrast::Side& side, const CarriedNoise& noise,
                                   const VariancePrior& prior) {
    VariancePrior::Estimate known{0, std::max(1.0, side.degrees)};
    if (side.degrees > 0) {
        known = prior.of(squaresOf(side, noise) / side.degrees, side.degrees);
    }
    if (side.series.size() < 2) {
        return known;
    }
    const auto runs = static_cast<double>(side.series.size());
    double expected = 0; // of the mean square of runs, in variances of a value
    for (const std::vector<double>& series : side.series) {
        expected += static_cast<double>(series.size()) * noise.meanVariance(series.size()) / runs;
    }
    const double between = side.betweenSeries / expected;
    const bool differ =
        side.degrees <= 0 ||
        (between > known.variance && (known.variance <= 0 || fisherTail(between / known.variance, runs - 1,
                                                                        known.degrees) < kRunsDiffer));
    return differ ? VariancePrior::Estimate{between, runs - 1} : known;
}

// How probable variances are before the differences of rows are seen, as logarithms. Steps that carry nearly everything over say
// nothing of how far noise goes in the end: some kind explains any difference by noise of 30 % and more, which programs rarely have.
std::vector<double> usualLogs(std::span<const double> variances, bool fewSteps) {
    if (fewSteps) {
        return std::vector<double>(variances.size());
    }
    const double usual =
        std::max(kUsualNoise * kUsualNoise, kUsualTimes * *std::ranges::min_element(variances));
    std::vector<double> logs;
    logs.reserve(variances.size());
    for (const double variance : variances) {
        logs.push_back(-std::log1p(std::pow(variance / usual, 5)));
    }
    return logs;
}

double varianceOf(const RowContrast& row, double squares) {
    const double degrees = row.a.degrees + row.b.degrees;
    return degrees > 0 ? squares / degrees : 0;
}

// Adds to logarithms of weights, and makes them weights that sum to 1.
void normalize(std::vector<double>& logs) {
    const double most = *std::ranges::max_element(logs);
    double sum = 0;
    for (double& log : logs) {
        log = std::exp(log - most);
        sum += log;
    }
    for (double& weight : logs) {
        weight /= sum;
    }
}

} // namespace

NoiseModel::NoiseModel(std::span<const RowContrast> rows, std::size_t longest, double rare)
    : rare_(rare)
    , fewSteps_(longest < kFewSteps) {
    for (const double fresh : kFresh) {
        for (std::size_t i = 0; i < kShares; ++i) {
            // Closer together towards 1, where a small step means much; as probable as shares are near them.
            const double angle = std::numbers::pi / 2 * (static_cast<double>(i) + 0.5) / kShares;
            const double prior = std::cos(angle) * (fresh == 0 ? kNothingFresh : 1);
            kinds_.push_back({CarriedNoise(std::sin(angle), fresh, longest), prior, 0, {}, {}});
        }
    }
    learn(rows);
}

void NoiseModel::learn(std::span<const RowContrast> rows) {
    std::vector<double> weights(kinds_.size());
    std::vector<double> ofSteps;
    ofSteps.reserve(kinds_.size());
    for (const Kind& kind : kinds_) {
        ofSteps.push_back(std::log(kind.weight));
    }
    std::vector<double> differences;
    for (const RowContrast& row : rows) {
        if (row.calledAlike) { // else it is the program's doing, no noise
            differences.push_back(row.relative);
        }
    }
    const bool isCommonKnown = differences.size() >= kFewestKnownRows;
    const double common = isCommonKnown ? medianOf(differences) : 0;
    const double worth = worthOf(rows);
    std::vector<Squares> squares(rows.size());
    std::vector<double> variances(rows.size()); // of rows, under one kind
    std::vector<double> medians;                // of them, under each kind
    medians.reserve(kinds_.size());
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
        Kind& kind = kinds_[i];
        for (std::size_t k = 0; k < rows.size(); ++k) {
            squares[k] = squaresOf(rows[k], kind.noise);
            variances[k] = varianceOf(rows[k], squares[k].sum());
            ofSteps[i] += worth * logDensity(rows[k], kind.noise, squares[k].sum());
            if (isCommonKnown && rows[k].calledAlike) {
                weights[i] += worth * logDensityOfDifference(rows[k], common, kind.noise, squares[k].sum());
            }
        }
        weights[i] += ofSteps[i];
        medians.push_back(rows.empty() ? 0 : medianOf(variances));
        kind.a = priorOf(rows, &RowContrast::a, squares, &Squares::a);
        kind.b = priorOf(rows, &RowContrast::b, squares, &Squares::b);
    }
    const std::vector<double> usual = usualLogs(medians, fewSteps_);
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
        weights[i] += usual[i];
        ofSteps[i] += usual[i];
    }
    normalize(weights);
    normalize(ofSteps);
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
        kinds_[i].weight = weights[i];
        kinds_[i].ofSteps = ofSteps[i];
    }
}

// Closely: a row has the noise of all rows, or rarely one of its own, of which it alone tells.
std::vector<double> NoiseModel::weightsOf(const RowContrast& row, bool closely) const {
    std::vector<double> weights;
    weights.reserve(kinds_.size());
    for (const Kind& kind : kinds_) {
        weights.push_back(row.calledAlike ? kind.weight : kind.ofSteps);
    }
    if (!closely) {
        return weights;
    }
    std::vector<double> densities;
    std::vector<double> variances;
    densities.reserve(kinds_.size());
    variances.reserve(kinds_.size());
    for (const Kind& kind : kinds_) {
        const double squares = squaresOf(row, kind.noise).sum();
        densities.push_back(logDensity(row, kind.noise, squares));
        variances.push_back(varianceOf(row, squares));
    }
    const std::vector<double> usual = usualLogs(variances, fewSteps_);
    std::ranges::transform(densities, usual, densities.begin(), std::plus{});
    normalize(densities);
    double likeOthers = 0; // how probable what it shows is
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
        likeOthers += (1 - rare_) * weights[i] * densities[i];
    }
    const double byItself = rare_ / static_cast<double>(kinds_.size());
    const double own = byItself / (byItself + likeOthers);
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
        weights[i] = (1 - own) * weights[i] + own * densities[i];
    }
    return weights;
}

NoiseModel::Spreads NoiseModel::spreadsOf(const RowContrast& row, bool closely) const {
    const std::vector<double> weights = weightsOf(row, closely);
    Spreads spreads;
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
        if (weights[i] < kNegligible * rare_) {
            continue;
        }
        const Kind& kind = kinds_[i];
        const VariancePrior::Estimate a = varianceOf(row.a, kind.noise, kind.a);
        const VariancePrior::Estimate b = varianceOf(row.b, kind.noise, kind.b);
        spreads.mean.add(weights[i], {a.variance, timesInMean(row.a, kind.noise), a.degrees},
                         {b.variance, timesInMean(row.b, kind.noise), b.degrees});
        spreads.total.add(weights[i], {a.variance, timesInTotal(row.a, kind.noise), a.degrees},
                          {b.variance, timesInTotal(row.b, kind.noise), b.degrees});
    }
    return spreads;
}

} // namespace lanes
