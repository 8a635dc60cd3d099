// Finds NaN and Inf among numbers in memory, for the floating-point types of torch.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanes::probe {

// The bit patterns of a type's non-finite numbers: those with (word & mask) == pattern. They are NaN if (word &
// ~sign) != infinity.
struct FloatKind {
    std::uint8_t bytes = 0; // of a number; 0: all values of the type are finite
    std::uint8_t parts = 1; // numbers of an element: 2 for complex types
    std::uint64_t mask = 0;
    std::uint64_t pattern = 0;
    std::uint64_t infinity = 0; // without its sign; 0: the type has none
};

// Returns the kind of a c10::ScalarType.
[[nodiscard]] FloatKind floatKindOf(std::uint16_t dtype);

struct NonFiniteCount {
    std::uint64_t nans = 0;
    std::uint64_t infinities = 0;

    [[nodiscard]] bool any() const { return nans + infinities != 0; }
};

// Counts among `count` adjacent numbers. At memory speed if all are finite.
[[nodiscard]] NonFiniteCount countNonFinite(const FloatKind& kind, const void* numbers, std::size_t count);

} // namespace lanes::probe
