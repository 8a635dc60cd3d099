#include "model/lod/CurveLod.h"

#include "model/base/SharedRows.h"

#include <algorithm>
#include <utility>

namespace lanes {

CurveLod::CurveLod(SharedColumn<TimeNs> times, SharedColumn<double> values, const CurveLod* before)
    : times_(std::move(times))
    , values_(std::move(values)) {
    std::size_t same = before != nullptr ? sharedRows(values_, before->values_) : 0;
    const auto known = [&](std::size_t level) {
        same /= kBlock;
        return before != nullptr && level < before->levels_.size() ? before->levels_[level] : Level();
    };
    if (values_.size() >= kBlock) {
        Level first = known(0);
        levels_.push_back(above(values_, std::move(first), same));
    }
    while (!levels_.empty() && levels_.back().size() >= kBlock) {
        Level next = known(levels_.size());
        levels_.push_back(above(levels_.back(), std::move(next), same));
    }
    maximum_ = empty() ? 0 : maximumOf(0, values_.size());
}

template<class Below>
CurveLod::Level CurveLod::above(const Below& below, Level known, std::size_t same) {
    if (same < known.size()) {
        known.truncate(same);
    }
    std::vector<double> maxima;
    for (std::size_t i = known.size() * kBlock; i + kBlock <= below.size(); i += kBlock) {
        const auto begin = below.begin() + static_cast<std::ptrdiff_t>(i);
        maxima.push_back(*std::max_element(begin, begin + kBlock));
    }
    known.append(maxima);
    return known;
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
    // Ragged ends one by one, whole blocks on the level above.
    const auto takeEnds = [&](const auto& here, bool hasMore) {
        while (begin < end && (!hasMore || begin % kBlock != 0)) {
            best = std::max(best, here[begin++]);
        }
        while (begin < end && (!hasMore || end % kBlock != 0)) {
            best = std::max(best, here[--end]);
        }
        begin /= kBlock;
        end /= kBlock;
    };
    takeEnds(values_, !levels_.empty());
    for (std::size_t level = 0; begin < end; ++level) {
        takeEnds(levels_[level], level + 1 < levels_.size());
    }
    return best;
}

} // namespace lanes
