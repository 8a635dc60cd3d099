// How much of their time threads spend in our callbacks, as one of 64 tells. Any thread, no locks.
#pragma once

#include <pthread.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace lanes::probe::cupti {

class CallbackCost {
public:
    // Whether the callback with that number is timed. They are chosen as if by lot, so that no loop of a program can hit the
    // same one each time.
    [[nodiscard]] static bool isTimed(std::uint32_t number) { return number * kSpread >> (32 - kShift) == 0; }
    // This thread was in one for so long. Who was held up in it by another program counts little.
    void add(std::uint64_t ticks) {
        const auto thread = static_cast<std::uint64_t>(pthread_self());
        const std::uint32_t slot = static_cast<std::uint32_t>(thread >> 8) * kSpread >> (32 - kShift);
        spent_[slot].fetch_add(std::min(ticks, kMostTicks), std::memory_order_relaxed);
    }
    // Of the thread that spent most of it there: its share of the time since this was last asked. 0 the first time. One
    // thread. Threads that share a slot are taken for one.
    [[nodiscard]] double takeShare(std::uint64_t now) {
        std::uint64_t most = 0;
        for (std::atomic<std::uint64_t>& spent : spent_) {
            most = std::max(most, spent.exchange(0, std::memory_order_relaxed));
        }
        const std::uint64_t passed = asked_ != 0 && now > asked_ ? now - asked_ : 0;
        asked_ = now;
        return passed != 0 ? static_cast<double>(most << kShift) / static_cast<double>(passed) : 0;
    }

private:
    static constexpr int kShift = 6;
    static constexpr std::uint32_t kSpread = 0x9E3779B1U;
    static constexpr std::uint64_t kMostTicks = 60'000; // 20 us at least, whatever the clock

    std::array<std::atomic<std::uint64_t>, std::size_t{1} << kShift> spent_{};
    std::uint64_t asked_ = 0;
};

} // namespace lanes::probe::cupti
