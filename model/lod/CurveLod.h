// A curve of samples that hold their value until the next, with the greatest value over any stretch at hand: peaks
// survive whatever the zoom.
#pragma once

#include "model/base/SharedColumn.h"
#include "model/base/Time.h"

#include <cstddef>
#include <vector>

namespace lanes {

// Immutable after it is made; any thread.
class CurveLod {
public:
    // `times` must rise (of equal ones the last holds); both of one length. What they share with `before`, a shorter curve,
    // is taken over. O(samples that are not shared).
    CurveLod(SharedColumn<TimeNs> times, SharedColumn<double> values, const CurveLod* before = nullptr);

    [[nodiscard]] bool empty() const { return times_.empty(); }
    [[nodiscard]] double maximum() const { return maximum_; }
    // The value at `t`; before the first sample 0.
    [[nodiscard]] double at(TimeNs t) const;
    // The greatest value that the curve has anywhere in `range`. O(log samples).
    [[nodiscard]] double maximumIn(TimeRange range) const;

private:
    static constexpr std::size_t kBlock = 32;
    [[nodiscard]] double maximumOf(std::size_t begin, std::size_t end) const;
    // What is told anew with each snapshot is written anew by blocks: small ones.
    using Level = SharedColumn<double, 1024>;
    // Whole blocks of `below`, of which the first `same` are those of `known`.
    template<class Below>
    [[nodiscard]] static Level above(const Below& below, Level known, std::size_t same);

    SharedColumn<TimeNs> times_;
    SharedColumn<double> values_;
    std::vector<Level> levels_; // maxima of whole blocks of kBlock, kBlock^2... samples
    double maximum_ = 0;
};

} // namespace lanes
