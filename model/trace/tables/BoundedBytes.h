// A size of memory that a file gives, within what any machine has: sums of such fit into 64 bits.
#pragma once

#include <algorithm>
#include <cstdint>

namespace lanes {

// In bytes; what lies beyond 64 TiB, up or down, becomes that.
[[nodiscard]] constexpr std::int64_t boundedBytes(std::int64_t bytes) {
    constexpr std::int64_t kMost = std::int64_t{1} << 46;
    return std::clamp(bytes, -kMost, kMost);
}

} // namespace lanes
