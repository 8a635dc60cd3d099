#include "model/analysis/compare/CarriedNoise.h"

#include <algorithm>
#include <cmath>

namespace lanes {

CarriedNoise::CarriedNoise(double kept, double fresh, std::size_t longest)
    : kept_(kept)
    , fresh_(fresh) {
    gains_.reserve(longest);
    constants_.reserve(longest);
    double variance = 1 - fresh; // of the kept part, before its step is seen
    double predicted = 0;        // of a series of ones
    double ones = 0;
    double logVariances = 0;
    for (std::size_t i = 0; i < longest; ++i) {
        const double all = variance + fresh;
        const double gain = variance / all;
        const double one = 1 - predicted;
        ones += one * one / all;
        logVariances += std::log(all);
        gains_.push_back({kept * gain, 1 / all, one / all, ones});
        constants_.push_back(-(logVariances + std::log(ones)) / 2);
        predicted = kept * (predicted + gain * one);
        variance = kept * kept * variance * (1 - gain) + (1 - kept * kept) * (1 - fresh);
    }
}

double CarriedNoise::squares(std::span<const double> values) const {
    if (values.empty()) {
        return 0;
    }
    double predicted = 0;
    double squares = 0;
    double along = 0; // with the ones
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Gain& gain = gains_[i];
        const double surprise = values[i] - predicted;
        squares += surprise * surprise * gain.scale;
        along += surprise * gain.one;
        predicted = kept_ * predicted + gain.next * surprise;
    }
    return std::max(0.0, squares - along * along / gains_[values.size() - 1].ones);
}

double CarriedNoise::meanVariance(std::size_t count) const {
    const auto n = static_cast<double>(count);
    const double lost = 1 - kept_;
    const double inflation = (1 + kept_) / lost - 2 * kept_ * (1 - std::pow(kept_, n)) / (n * lost * lost);
    return (fresh_ + (1 - fresh_) * inflation) / n;
}

} // namespace lanes
