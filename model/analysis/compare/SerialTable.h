// Noise that carries over from step to step at a share: what a series of that noise shows of it.
#pragma once

#include <array>
#include <cstddef>

namespace lanes {

// Of series of one length. Immutable.
class SerialTable {
public:
    explicit SerialTable(std::size_t length); // 2 or more; O(length squared), beyond a hundred O(length)

    // The mean of sum(e[t] e[t+1]) / sum(e[t]^2), `e` about the series' mean, where a share is carried over.
    [[nodiscard]] double product(double carried) const { return at(products_, carried); }
    // How far one series' product is from it by chance.
    [[nodiscard]] double spread() const { return spread_; }
    // Of the variance of the mean, against that of independent values that vary as much.
    [[nodiscard]] double inflation(double carried) const { return at(inflations_, carried); }
    // Of freedom, of the variance of a value.
    [[nodiscard]] double degrees(double carried) const { return at(degrees_, carried); }

    // Shares at which the table stands; between them it is straight.
    static constexpr std::array<double, 16> kShares{0,   0.1,  0.2, 0.3,  0.4,  0.5,  0.6,  0.7,
                                                    0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99};

private:
    using Column = std::array<double, kShares.size()>;
    [[nodiscard]] static double at(const Column& column, double carried);

    Column products_{};
    Column inflations_{};
    Column degrees_{};
    double spread_ = 0;
};

} // namespace lanes
