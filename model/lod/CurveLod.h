// A curve of samples that hold their value until the next, with the greatest value over any stretch at hand: peaks
// survive whatever the zoom.
#pragma once

#include "model/base/Time.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanes {

// Immutable after build(); any thread.
class CurveLod {
public:
    // `times` must rise (equal ones: the last counts); both of one length. O(samples).
    CurveLod(std::vector<TimeNs> times, std::vector<double> values);

    [[nodiscard]] bool empty() const { return times_.empty(); }
    [[nodiscard]] double maximum() const { return maximum_; }
    // The value at `t`; before the first sample 0.
    [[nodiscard]] double at(TimeNs t) const;
    // The greatest value that the curve has anywhere in `range`. O(log samples).
    [[nodiscard]] double maximumIn(TimeRange range) const;

private:
    static constexpr std::size_t kBlock = 32;
    [[nodiscard]] double maximumOf(std::size_t begin, std::size_t end) const;

    std::vector<TimeNs> times_;
    std::vector<double> values_;
    std::vector<std::vector<double>> levels_; // maxima of kBlock, kBlock^2... samples
    double maximum_ = 0;
};

} // namespace lanes
