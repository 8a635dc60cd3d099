#include "model/analysis/compare/StudentT.h"

#include <cmath>

namespace lanes {

namespace {

// The continued fraction of the incomplete beta function (Lentz's way).
double betaFraction(double a, double b, double x) {
    constexpr int kMostTerms = 300;
    constexpr double kPrecise = 1e-14;
    constexpr double kTiny = 1e-300;
    const auto kept = [](double value) { return std::abs(value) < kTiny ? kTiny : value; };
    double c = 1;
    double d = 1 / kept(1 - (a + b) * x / (a + 1));
    double result = d;
    for (int m = 1; m < kMostTerms; ++m) {
        const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        d = 1 / kept(1 + even * d);
        c = kept(1 + even / c);
        result *= d * c;
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 / kept(1 + odd * d);
        c = kept(1 + odd / c);
        result *= d * c;
        if (std::abs(d * c - 1) < kPrecise) {
            break;
        }
    }
    return result;
}

double incompleteBeta(double a, double b, double x) {
    if (x <= 0 || x >= 1) {
        return x <= 0 ? 0 : 1;
    }
    const double front =
        std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
    return x < (a + 1) / (a + b + 2) ? front * betaFraction(a, b, x) / a
                                     : 1 - front * betaFraction(b, a, 1 - x) / b;
}

} // namespace

double studentTail(double t, double degrees) {
    return incompleteBeta(degrees / 2, 0.5, degrees / (degrees + t * t));
}

double studentQuantile(double tail, double degrees) {
    double low = 0;
    double high = 1;
    while (studentTail(high, degrees) > tail && high < 1e12) {
        high *= 2;
    }
    constexpr int kHalvings = 80;
    for (int i = 0; i < kHalvings; ++i) {
        const double middle = (low + high) / 2;
        (studentTail(middle, degrees) > tail ? low : high) = middle;
    }
    return high;
}

} // namespace lanes
