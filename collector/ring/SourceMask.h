// SessionControl::wanted: which sources are wanted, and a generation that tells one answer from the next.
#pragma once

#include "collector/ring/RingLayout.h"

namespace lanes::ring {

constexpr std::uint32_t sourcesOf(std::uint64_t wanted) {
    return static_cast<std::uint32_t>(wanted);
}

constexpr std::uint32_t generationOf(std::uint64_t wanted) {
    return static_cast<std::uint32_t>(wanted >> 32);
}

// The recorder's side: targets see it with their next event. One writer.
inline void setSources(SessionControl& control, std::uint32_t sources) {
    const std::uint64_t before = control.wanted.load(std::memory_order_relaxed);
    if (sourcesOf(before) != sources) {
        control.wanted.store(std::uint64_t{generationOf(before) + 1} << 32 | sources,
                             std::memory_order_release);
    }
}

} // namespace lanes::ring
