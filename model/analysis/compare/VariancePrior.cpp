#include "model/analysis/compare/VariancePrior.h"

#include "model/analysis/compare/Distributions.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lanes {

namespace {

constexpr std::size_t kFewestVariances = 4;
constexpr double kMostDegrees = 20; // however alike the others are, a row remains one of its own
constexpr double kClearly = 0.05;
constexpr double kUsualNoise = 0.05; // of rows of which nothing else is known, relative to their means
constexpr double kUsualDegrees = 4;

} // namespace

VariancePrior::VariancePrior(std::span<const double> variances, double degrees) {
    std::vector<double> logs;
    for (const double variance : variances) {
        if (variance > 0) {
            logs.push_back(std::log(variance) - digamma(degrees / 2) + std::log(degrees / 2));
        }
    }
    if (logs.size() < kFewestVariances) {
        variance_ = kUsualNoise * kUsualNoise;
        degrees_ = kUsualDegrees;
        return;
    }
    const auto count = static_cast<double>(logs.size());
    double mean = 0;
    for (const double value : logs) {
        mean += value / count;
    }
    double spread = -trigamma(degrees / 2); // of what they truly are
    for (const double value : logs) {
        spread += (value - mean) * (value - mean) / (count - 1);
    }
    const double own = spread > 0 ? 2 * trigammaInverse(spread) : kMostDegrees;
    variance_ = std::exp(spread > 0 ? mean + digamma(own / 2) - std::log(own / 2) : mean);
    degrees_ = std::min({own, kMostDegrees, count * degrees / 2});
}

VariancePrior::Estimate VariancePrior::of(double variance, double degrees) const {
    if (degrees_ <= 0 || variance <= 0 ||
        fisherTail(variance / variance_, degrees, std::max(degrees_, 1.0)) < kClearly) {
        return {variance, degrees};
    }
    return {(degrees_ * variance_ + degrees * variance) / (degrees_ + degrees), degrees_ + degrees};
}

} // namespace lanes
