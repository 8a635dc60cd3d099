// Bounds a memory size from a file to what any machine has, so that sums of such sizes fit into 64 bits.
#pragma once

#include <algorithm>
#include <cstdint>

namespace lanes {

// Size in bytes, clamped to +-64 TiB.
[[nodiscard]] constexpr std::int64_t boundedBytes(std::int64_t bytes) {
    constexpr std::int64_t kMost = std::int64_t{1} << 46;
    return std::clamp(bytes, -kMost, kMost);
}

} // namespace lanes
