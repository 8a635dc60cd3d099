// Sums of times, most of them short: four bytes each, where eight would take twice the memory of 100 million operators.
#pragma once

#include "model/base/HugeArray.h"
#include "model/base/Time.h"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>

namespace lanes {

// All zero at first; where nothing is added, no memory is touched. Several threads may add at once, each to sums of its
// own; reading is for afterwards.
class ShortTimes {
public:
    ShortTimes() = default;
    explicit ShortTimes(std::size_t size)
        : sums_(hugeArray<std::uint32_t>(size)) {}

    [[nodiscard]] TimeNs operator[](std::uint32_t item) const {
        const std::uint32_t sum = sums_[item];
        return sum != kLong ? sum : long_.at(item);
    }

    // time >= 0. O(1).
    void add(std::uint32_t item, TimeNs time) {
        std::uint32_t& sum = sums_[item];
        if (sum != kLong && time < kLong - sum) {
            sum += static_cast<std::uint32_t>(time);
            return;
        }
        const std::scoped_lock lock(*mutex_);
        long_.try_emplace(item, sum).first->second += time; // never where there is one already: that is kLong
        sum = kLong;
    }

private:
    static constexpr std::uint32_t kLong = 0xffffffffu; // 4.3 s: the sum stands in long_

    HugeArray<std::uint32_t> sums_;
    std::unordered_map<std::uint32_t, TimeNs> long_;
    std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
};

} // namespace lanes
