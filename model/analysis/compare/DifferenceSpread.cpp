#include "model/analysis/compare/DifferenceSpread.h"

#include "model/analysis/compare/Distributions.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace lanes {

namespace {

constexpr double kOfTheOther = 4; // degrees of freedom at most, that one side learns from the other
constexpr double kClearly = 0.05;

// Far more than chance would have it.
bool varyDifferently(const DifferenceSpread::Side& a, const DifferenceSpread::Side& b) {
    const auto& [less, more] = a.variance < b.variance ? std::tie(a, b) : std::tie(b, a);
    return less.variance <= 0
               ? more.variance > 0
               : fisherTail(more.variance / less.variance, more.degrees, less.degrees) < kClearly / 2;
}

// Both sides run the same program: a variance that is hardly known is moderated by the other's.
DifferenceSpread::Side moderated(const DifferenceSpread::Side& side, const DifferenceSpread::Side& other) {
    const double learnt = std::min(kOfTheOther, other.degrees);
    const double degrees = side.degrees + learnt;
    return {(side.degrees * side.variance + learnt * other.variance) / degrees, side.times, degrees};
}

} // namespace

void DifferenceSpread::add(double weight, const Side& a, const Side& b) {
    const bool differ = varyDifferently(a, b);
    const Side apartA = differ ? a : moderated(a, b);
    const Side apartB = differ ? b : moderated(b, a);
    const double ofA = apartA.variance * apartA.times;
    const double ofB = apartB.variance * apartB.times;
    const double parts = ofA * ofA / apartA.degrees + ofB * ofB / apartB.degrees;
    const Estimate apart{std::sqrt(ofA + ofB), parts > 0 ? (ofA + ofB) * (ofA + ofB) / parts : 1};
    const double degrees = a.degrees + b.degrees;
    const double variance = (a.degrees * a.variance + b.degrees * b.variance) / degrees;
    const Estimate alike{std::sqrt(variance * (a.times + b.times)), degrees};
    kinds_.push_back({weight, apart, differ ? apart : alike});
}

double DifferenceSpread::wide(double tail) const {
    constexpr int kHalvings = 14; // to a ten-thousandth of where it begins
    constexpr double kNegligible = 1e-3;
    const auto outside = [this, tail](double difference) {
        double sum = 0;
        for (const Kind& kind : kinds_) {
            if (kind.weight < kNegligible * tail) {
                continue;
            }
            const auto chance = [difference](const Estimate& by) {
                return by.spread > 0 ? studentTailNearly(difference / by.spread, by.degrees) : 0;
            };
            sum += kind.weight * std::max(chance(kind.apart), chance(kind.alike));
        }
        return sum;
    };
    double high = 0;
    for (const Kind& kind : kinds_) {
        high = std::max({high, kind.apart.spread, kind.alike.spread});
    }
    double low = 0;
    while (outside(high) > tail && std::isfinite(high)) {
        low = high;
        high *= 2;
    }
    for (int i = 0; i < kHalvings; ++i) {
        const double middle = (low + high) / 2;
        (outside(middle) > tail ? low : high) = middle;
    }
    return high;
}

double DifferenceSpread::chanceOf(double difference) const {
    double sum = 0;
    for (const Kind& kind : kinds_) {
        const auto chance = [difference](const Estimate& by) {
            return by.spread > 0     ? studentTail(std::abs(difference) / by.spread, by.degrees)
                   : difference == 0 ? 1
                                     : 0;
        };
        sum += kind.weight * std::max(chance(kind.apart), chance(kind.alike));
    }
    return sum;
}

} // namespace lanes
