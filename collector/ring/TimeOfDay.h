// CLOCK_MONOTONIC and Unix time of the same moment. The recorder stores it so that sessions of one host can be
// compared.
#pragma once

#include "collector/ring/TickClock.h"

#include <cstdint>
#include <ctime>
#include <limits>

namespace lanes::ring {

struct TimeOfDay {
    std::int64_t monotonicNs = 0;
    std::int64_t unixNs = 0; // CLOCK_REALTIME at the same moment

    // Reads both clocks several times and keeps the shortest read. A delay between two reads would pair times of
    // different moments.
    static TimeOfDay now() {
        TimeOfDay best;
        std::int64_t width = std::numeric_limits<std::int64_t>::max();
        for (int i = 0; i < 16; ++i) {
            timespec time{};
            const std::int64_t before = ring::monotonicNs();
            clock_gettime(CLOCK_REALTIME, &time);
            const std::int64_t after = ring::monotonicNs();
            if (after - before < width) {
                width = after - before;
                best = {before + width / 2, std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec};
            }
        }
        return best;
    }
};

} // namespace lanes::ring
