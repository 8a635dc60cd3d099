// A curve of samples that hold their value until the next one, with fast maxima over any range: peaks stay visible at
// every zoom.
#pragma once

#include "model/base/SharedColumn.h"
#include "model/base/Time.h"

#include <cstddef>
#include <vector>

namespace lanes {

// Immutable after it is made; any thread.
class CurveLod {
public:
    // `times` must be ascending (of equal times the last sample counts); both columns have one length. Parts shared with
    // `before`, a shorter curve, are reused. O(samples that are not shared).
    CurveLod(SharedColumn<TimeNs> times, SharedColumn<double> values, const CurveLod* before = nullptr);

    [[nodiscard]] bool empty() const { return times_.empty(); }
    [[nodiscard]] double maximum() const { return maximum_; }
    // The value at `t`; before the first sample 0.
    [[nodiscard]] double at(TimeNs t) const;
    // The maximum of the curve in `range`. O(log samples).
    [[nodiscard]] double maximumIn(TimeRange range) const;

private:
    static constexpr std::size_t kBlock = 32;
    [[nodiscard]] double maximumOf(std::size_t begin, std::size_t end) const;
    // Each snapshot rewrites changed parts by blocks, so blocks are small.
    using Level = SharedColumn<double, 1024>;
    // Maxima of whole blocks of `below`; the first `same` of them are taken from `known`.
    template<class Below>
    [[nodiscard]] static Level above(const Below& below, Level known, std::size_t same);

    SharedColumn<TimeNs> times_;
    SharedColumn<double> values_;
    std::vector<Level> levels_; // maxima of whole blocks of kBlock, kBlock^2... samples
    double maximum_ = 0;
};

} // namespace lanes
