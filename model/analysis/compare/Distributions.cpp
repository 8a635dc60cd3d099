#include "model/analysis/compare/Distributions.h"

#include <cmath>
#include <numbers>

namespace lanes {

namespace {

constexpr double kAsymptotic = 8;

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

double studentTailNearly(double t, double degrees) {
    const double z = (8 * degrees + 1) / (8 * degrees + 3) * std::sqrt(degrees * std::log1p(t * t / degrees));
    return std::erfc(z / std::numbers::sqrt2);
}

double studentDensityLog(double t, double degrees) {
    return std::lgamma((degrees + 1) / 2) - std::lgamma(degrees / 2) -
           (std::log(degrees * std::numbers::pi) + (degrees + 1) * std::log1p(t * t / degrees)) / 2;
}

double fisherTail(double ratio, double degrees, double degreesOfOther) {
    return incompleteBeta(degreesOfOther / 2, degrees / 2,
                          degreesOfOther / (degreesOfOther + degrees * ratio));
}

// Both by recurrence into where the asymptotic series (Abramowitz and Stegun 6.3.18, 6.4.12) is exact enough.
double digamma(double x) {
    double sum = 0;
    for (; x < kAsymptotic; ++x) {
        sum -= 1 / x;
    }
    const double square = 1 / (x * x);
    return sum + std::log(x) - 0.5 / x - square * (1.0 / 12 - square * (1.0 / 120 - square / 252));
}

double trigamma(double x) {
    double sum = 0;
    for (; x < kAsymptotic; ++x) {
        sum += 1 / (x * x);
    }
    const double square = 1 / (x * x);
    return sum + 1 / x + square / 2 + square / x * (1.0 / 6 - square * (1.0 / 30 - square / 42));
}

double trigammaInverse(double y) {
    double low = 1e-6;
    double high = 1e8;
    constexpr int kHalvings = 100;
    for (int i = 0; i < kHalvings; ++i) {
        const double middle = std::sqrt(low * high);
        (trigamma(middle) > y ? low : high) = middle;
    }
    return high;
}

} // namespace lanes
