// Locates the numbers of a tensor, if they can be read, and checks that they are finite.
#pragma once

#include "collector/probe/torch/NonFiniteValues.h"
#include "collector/probe/torch/TorchLayout.h"

#include <cstddef>
#include <cstdint>

namespace lanes::probe {

struct TensorPlace {
    enum class State : std::uint8_t {
        Finite,  // no numbers, or of a type without NaN and Inf
        Unknown, // on another device, or of a kind that stores its values elsewhere
        Readable,
    };
    State state = State::Finite;
    FloatKind kind;
    const std::byte* data = nullptr;
    const void* storage = nullptr; // set for every tensor that has one
    std::uint64_t count = 0;       // elements
    std::uint64_t span = 0;        // from the first element to behind the last one, in elements
    bool repeats = false;          // an element in memory stands for several
    std::uint32_t dimensions = 0;
    const std::byte* sizes = nullptr; // words; inside the tensor object
    const std::byte* strides = nullptr;
};

// The tensor must be alive; O(dimensions).
[[nodiscard]] TensorPlace placeOf(const TorchLayout& layout, const std::byte* tensor);

// The place must be Readable, and its tensor alive. O(elements).
[[nodiscard]] NonFiniteCount countNonFinite(const TensorPlace& place);

// Counts among numbers that may have been freed: reads through the kernel. Returns false if they cannot be read.
// Numbers in the gaps between them are counted too.
[[nodiscard]] bool countWithin(const FloatKind& kind, const std::byte* data, std::uint64_t span,
                               NonFiniteCount& found);

} // namespace lanes::probe
