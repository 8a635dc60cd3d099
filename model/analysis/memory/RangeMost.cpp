#include "model/analysis/memory/RangeMost.h"

#include <algorithm>

namespace lanes {

RangeMost::RangeMost(std::span<const std::int64_t> values)
    : values_(values)
    , places_(2 * values.size(), kNone) {
    const std::size_t count = values.size();
    for (std::uint32_t i = 0; i < count; ++i) {
        places_[count + i] = i;
    }
    for (std::size_t i = count; i-- > 1;) {
        places_[i] = larger(places_[2 * i], places_[2 * i + 1]);
    }
}

std::uint32_t RangeMost::larger(std::uint32_t a, std::uint32_t b) const {
    if (a == kNone || b == kNone) {
        return std::min(a, b);
    }
    if (values_[a] != values_[b]) {
        return values_[a] > values_[b] ? a : b;
    }
    return std::min(a, b);
}

std::uint32_t RangeMost::at(std::uint32_t first, std::uint32_t last) const {
    const auto count = static_cast<std::uint32_t>(values_.size());
    std::uint32_t best = kNone;
    for (std::uint32_t low = first + count, high = last + count; low < high; low /= 2, high /= 2) {
        if (low % 2 == 1) {
            best = larger(best, places_[low++]);
        }
        if (high % 2 == 1) {
            best = larger(best, places_[--high]);
        }
    }
    return best;
}

} // namespace lanes
