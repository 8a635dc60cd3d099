// The clock of the records: the cheapest clock that all processes of a machine share.
//
// A read of the time stamp counter costs half of clock_gettime (12 against 22 ns). The counter runs at one rate on
// all cores if the kernel itself trusts it as clock source. The recorder chooses the clock once per session
// (SessionControl::clock).
#pragma once

#include "collector/ring/Thinned.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <vector>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace lanes::ring {

enum class ClockKind : std::uint32_t {
    MonotonicNs = 1, // CLOCK_MONOTONIC, nanoseconds
    Tsc = 2,         // x86 time stamp counter
};

inline std::int64_t monotonicNs() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

inline std::uint64_t readTicks([[maybe_unused]] ClockKind kind) {
#if defined(__x86_64__)
    if (kind == ClockKind::Tsc) {
        return __rdtsc();
    }
#endif
    return static_cast<std::uint64_t>(monotonicNs());
}

// Returns Tsc only if the kernel has checked that the counter is constant and synchronous.
inline ClockKind bestClock() {
    char name[32] = {};
#if defined(__x86_64__)
    if (std::FILE* file =
            std::fopen("/sys/devices/system/clocksource/clocksource0/current_clocksource", "re")) {
        if (std::fgets(name, sizeof name, file) == nullptr) {
            name[0] = 0;
        }
        std::fclose(file);
    }
#endif
    return std::strncmp(name, "tsc", 3) == 0 ? ClockKind::Tsc : ClockKind::MonotonicNs;
}

// Turns ticks into CLOCK_MONOTONIC nanoseconds by linear interpolation between samples. The recorder adds a sample a
// few times a second, which follows the kernel's own rate corrections. Once kMostSamples are kept, every second one
// is dropped, so older samples lie further apart. Not thread safe. O(log samples) per conversion.
class TickClock {
public:
    static constexpr std::size_t kMostSamples = 1U << 16; // a megabyte

    explicit TickClock(ClockKind kind)
        : kind_(kind) {
        sample();
    }

    // Reads a pair (ticks, ns) several times and keeps the one with the shortest read.
    void sample() {
        Pair best{};
        std::uint64_t width = ~std::uint64_t{0};
        for (int i = 0; i < 16; ++i) {
            const std::uint64_t before = readTicks(kind_);
            const std::int64_t ns = monotonicNs();
            const std::uint64_t after = readTicks(kind_);
            if (after - before < width) {
                width = after - before;
                best = {before + (after - before) / 2, ns};
            }
        }
        add(best.ticks, best.ns);
    }

    // Adds a known pair. A pair whose ticks or ns do not exceed those of the last pair is ignored.
    void add(std::uint64_t ticks, std::int64_t ns) {
        if (pairs_.empty() || (ticks > pairs_.back().ticks && ns > pairs_.back().ns)) {
            if (pairs_.size() >= kMostSamples) {
                thin(pairs_);
            }
            pairs_.push_back({ticks, ns});
        }
    }

    // Outside of the samples the nearest slope is continued. With a single sample of the counter the result is that
    // sample's time, so take a second one before a conversion.
    [[nodiscard]] std::int64_t toNs(std::uint64_t ticks) const {
        // Hostile ticks must not overflow the result.
        constexpr std::int64_t kLimit = 4'000'000'000'000'000'000;
        if (kind_ == ClockKind::MonotonicNs) {
            return std::clamp(static_cast<std::int64_t>(ticks), -kLimit, kLimit);
        }
        if (pairs_.size() < 2) {
            return pairs_.front().ns;
        }
        std::size_t low = 0;
        std::size_t high = pairs_.size() - 2; // index of the pair that starts the segment
        while (low < high) {
            const std::size_t middle = (low + high + 1) / 2;
            if (pairs_[middle].ticks <= ticks) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        const Pair& a = pairs_[low];
        const Pair& b = pairs_[low + 1];
        const auto run = static_cast<long double>(b.ticks - a.ticks);
        const auto rise = static_cast<long double>(b.ns - a.ns);
        const auto offset = static_cast<long double>(static_cast<std::int64_t>(ticks - a.ticks));
        const long double ns = static_cast<long double>(a.ns) + offset * rise / run;
        return static_cast<std::int64_t>(
            std::clamp(ns, static_cast<long double>(-kLimit), static_cast<long double>(kLimit)));
    }

private:
    struct Pair {
        std::uint64_t ticks;
        std::int64_t ns;
    };

    ClockKind kind_;
    std::vector<Pair> pairs_;
};

} // namespace lanes::ring
