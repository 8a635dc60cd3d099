#include "model/analysis/compare/DifferenceSpread.h"

#include "model/analysis/compare/Distributions.h"

#include <algorithm>
#include <cmath>

namespace lanes {

DifferenceSpread::DifferenceSpread(const SampledSide& a, const SampledSide& b) {
    const double ofA = a.variance * a.times;
    const double ofB = b.variance * b.times;
    const double parts = ofA * ofA / a.degrees + ofB * ofB / b.degrees;
    apart_ = {ofA + ofB, parts > 0 ? (ofA + ofB) * (ofA + ofB) / parts : 1};
    const double degrees = a.degrees + b.degrees;
    alike_ = {(a.degrees * a.variance + b.degrees * b.variance) / degrees * (a.times + b.times), degrees};
}

double DifferenceSpread::wide(double tail) const {
    const auto wideBy = [tail](const Estimate& by) {
        return studentQuantile(tail, by.degrees) * std::sqrt(by.variance);
    };
    return apart_.variance > 0 ? std::max(wideBy(apart_), wideBy(alike_)) : 0;
}

double DifferenceSpread::chanceOf(double difference) const {
    if (apart_.variance <= 0) {
        return difference == 0 ? 1 : 0;
    }
    const auto chanceBy = [difference](const Estimate& by) {
        return studentTail(std::abs(difference) / std::sqrt(by.variance), by.degrees);
    };
    return std::max(chanceBy(apart_), chanceBy(alike_));
}

} // namespace lanes
