#include "model/analysis/compare/SerialTable.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lanes {

namespace {

constexpr std::size_t kLongest = 100; // beyond, the mean of a ratio is the ratio of the means

// How values of a series about its mean vary together.
class Covariance {
public:
    Covariance(std::size_t n, double carried)
        : n_(n)
        , powers_(n)
        , means_(n) {
        for (std::size_t i = 0; i < n; ++i) {
            powers_[i] = std::pow(carried, static_cast<double>(i));
        }
        double sum = powers_[0];
        for (std::size_t i = 1; i < n; ++i) {
            sum += powers_[i];
        }
        for (std::size_t i = 0; i < n; ++i) { // of the row of i: each step shifts it by one
            means_[i] = sum / static_cast<double>(n);
            sum += i + 1 < n ? powers_[i + 1] - powers_[n - 1 - i] : 0;
            whole_ += means_[i];
        }
    }

    [[nodiscard]] double at(std::size_t i, std::size_t j) const {
        return powers_[i > j ? i - j : j - i] - means_[i] - means_[j] + whole_ / static_cast<double>(n_);
    }
    // Of all values before their mean is taken off.
    [[nodiscard]] double sum() const { return whole_ * static_cast<double>(n_); }

private:
    std::size_t n_;
    std::vector<double> powers_;
    std::vector<double> means_;
    double whole_ = 0; // of the means
};

} // namespace

SerialTable::SerialTable(std::size_t length) {
    const auto n = static_cast<double>(length);
    for (std::size_t k = 0; k < kShares.size(); ++k) {
        const Covariance all(length, kShares[k]);
        double squares = 0; // means of the sum of squares, of that of products, and how these vary
        double products = 0;
        for (std::size_t i = 0; i < length; ++i) {
            squares += all.at(i, i);
            products += i + 1 < length ? all.at(i, i + 1) : 0;
        }
        inflations_[k] = all.sum() / n / (squares / (n - 1));
        products_[k] = products / squares;
        degrees_[k] = (n - 1) * (1 - kShares[k] * kShares[k]) / (1 + kShares[k] * kShares[k]);
        if (length <= kLongest) {
            double squared =
                0; // halves of the variance of the squares, and of what these have in common with the products
            double crossed = 0;
            for (std::size_t i = 0; i < length; ++i) {
                for (std::size_t j = 0; j < length; ++j) {
                    squared += all.at(i, j) * all.at(i, j);
                    crossed += i + 1 < length ? all.at(i, j) * all.at(j, i + 1) : 0;
                }
            }
            products_[k] += 2 * (products * squared / squares - crossed) / (squares * squares);
            degrees_[k] = squares * squares / squared;
        }
        degrees_[k] = std::max(degrees_[k], 1.0);
        products_[k] = k > 0 ? std::max(products_[k], products_[k - 1]) : products_[k];
    }
    spread_ = (n - 2) / (n * std::sqrt(n - 1)); // exact where nothing is carried over
}

double SerialTable::at(const Column& column, double carried) {
    const auto next = std::ranges::upper_bound(kShares, carried);
    if (next == kShares.end() || next == kShares.begin()) {
        return next == kShares.end() ? column.back() : column.front();
    }
    const auto i = static_cast<std::size_t>(next - kShares.begin());
    const double part = (carried - kShares[i - 1]) / (kShares[i] - kShares[i - 1]);
    return column[i - 1] + part * (column[i] - column[i - 1]);
}

} // namespace lanes
