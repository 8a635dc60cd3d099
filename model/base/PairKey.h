#pragma once

#include <cstdint>

namespace lanes {

// Two numbers as one key of a map.
[[nodiscard]] constexpr std::uint64_t pairKey(std::uint32_t high, std::uint32_t low) {
    return (std::uint64_t{high} << 32) | low;
}

} // namespace lanes
