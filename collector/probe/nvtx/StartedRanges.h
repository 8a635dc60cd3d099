// The numbers of the ranges that any thread may end, from start to end, in a table of fixed size and without locks. A
// number that was never handed out, or is handed back twice, ends nothing.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace lanes::probe::nvtx {

// Any thread.
class StartedRanges {
public:
    static constexpr std::size_t kMost = 64 * 1024;

    // Returns a number that no open range has; 0 if there are too many.
    std::uint64_t start() {
        for (int tries = 0; tries < kTries; ++tries) {
            const std::uint64_t number = last_.fetch_add(1, std::memory_order_relaxed) + 1;
            std::atomic<std::uint64_t>& place = places_[number % kMost];
            std::uint64_t before = place.load(std::memory_order_relaxed);
            const bool free = before <= forgotten_.load(std::memory_order_relaxed);
            if (free && place.compare_exchange_strong(before, number, std::memory_order_relaxed)) {
                return number;
            }
        }
        return 0;
    }
    // Returns true if the range was open.
    bool end(std::uint64_t number) {
        std::uint64_t open = number;
        return number > forgotten_.load(std::memory_order_relaxed) &&
               places_[number % kMost].compare_exchange_strong(open, 0, std::memory_order_relaxed);
    }
    // In the child after fork: the parent's ranges are not open here.
    void forget() { forgotten_.store(last_.load(std::memory_order_relaxed), std::memory_order_relaxed); }

private:
    static constexpr int kTries = 64;

    std::atomic<std::uint64_t> last_{0};
    std::atomic<std::uint64_t> forgotten_{0};
    std::atomic<std::uint64_t> places_[kMost] = {};
};

} // namespace lanes::probe::nvtx
