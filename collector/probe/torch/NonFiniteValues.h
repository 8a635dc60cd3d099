// Finds NaN and Inf among numbers in memory, whatever their type is in torch.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanes::probe {

// How numbers of a type look that are not finite: (word & mask) == pattern, and of these NaN where (word & ~sign) != infinity.
struct FloatKind {
    std::uint8_t bytes = 0; // of a number; 0: all values of the type are finite
    std::uint8_t parts = 1; // numbers of an element: 2 of complex ones
    std::uint64_t mask = 0;
    std::uint64_t pattern = 0;
    std::uint64_t infinity = 0; // without its sign; 0: the type has none
};

// Of a c10::ScalarType.
[[nodiscard]] FloatKind floatKindOf(std::uint16_t dtype);

struct NonFiniteCount {
    std::uint64_t nans = 0;
    std::uint64_t infinities = 0;

    [[nodiscard]] bool any() const { return nans + infinities != 0; }
};

// `count` numbers side by side. As fast as memory is read, where all are finite.
[[nodiscard]] NonFiniteCount countNonFinite(const FloatKind& kind, const void* numbers, std::size_t count);

} // namespace lanes::probe
