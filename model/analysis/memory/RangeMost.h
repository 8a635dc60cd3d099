// The largest of a row of numbers, in any stretch of it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lanes {

// Immutable; any thread. 8 bytes per number.
class RangeMost {
public:
    // `values` must live as long as this does. O(values).
    explicit RangeMost(std::span<const std::int64_t> values);

    // Where the largest of [first, last) stands, the first of equal ones; there must be one. O(log values).
    [[nodiscard]] std::uint32_t at(std::uint32_t first, std::uint32_t last) const;

private:
    [[nodiscard]] std::uint32_t larger(std::uint32_t a, std::uint32_t b) const;

    static constexpr std::uint32_t kNone = 0xffffffffu;
    std::span<const std::int64_t> values_;
    // A tree in an array: places[n + i] is i, and above two of them stands the place of the larger.
    std::vector<std::uint32_t> places_;
};

} // namespace lanes
