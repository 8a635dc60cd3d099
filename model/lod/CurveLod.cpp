#include "model/lod/CurveLod.h"

#include <algorithm>

namespace lanes {

CurveLod::CurveLod(std::vector<TimeNs> times, std::vector<double> values)
    : times_(std::move(times))
    , values_(std::move(values)) {
    const std::vector<double>* below = &values_;
    while (below->size() > kBlock) {
        std::vector<double> level;
        for (std::size_t i = 0; i < below->size(); i += kBlock) {
            const auto begin = below->begin() + static_cast<std::ptrdiff_t>(i);
            const auto end =
                below->begin() + static_cast<std::ptrdiff_t>(std::min(below->size(), i + kBlock));
            level.push_back(*std::max_element(begin, end));
        }
        levels_.push_back(std::move(level));
        below = &levels_.back();
    }
    if (!below->empty()) {
        maximum_ = *std::ranges::max_element(*below);
    }
}

double CurveLod::at(TimeNs t) const {
    const auto after = std::ranges::upper_bound(times_, t);
    return after == times_.begin() ? 0 : values_[static_cast<std::size_t>(after - times_.begin()) - 1];
}

double CurveLod::maximumIn(TimeRange range) const {
    const auto begin =
        static_cast<std::size_t>(std::ranges::upper_bound(times_, range.begin) - times_.begin());
    const auto end = static_cast<std::size_t>(std::ranges::lower_bound(times_, range.end) - times_.begin());
    const double held = begin > 0 ? values_[begin - 1] : 0;
    return begin < end ? std::max(held, maximumOf(begin, end)) : held;
}

double CurveLod::maximumOf(std::size_t begin, std::size_t end) const {
    double best = values_[begin];
    std::size_t level = 0;
    while (begin < end) {
        const std::vector<double>& here = level == 0 ? values_ : levels_[level - 1];
        // Ragged ends one by one, whole blocks on the level above.
        const bool above = level < levels_.size();
        while (begin < end && (!above || begin % kBlock != 0)) {
            best = std::max(best, here[begin++]);
        }
        while (begin < end && (!above || end % kBlock != 0)) {
            best = std::max(best, here[--end]);
        }
        begin /= kBlock;
        end /= kBlock;
        ++level;
    }
    return best;
}

} // namespace lanes
