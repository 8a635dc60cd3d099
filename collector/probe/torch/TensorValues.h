// Where the numbers of a tensor lie, if they can be looked at, and whether they are finite.
#pragma once

#include "collector/probe/torch/NonFiniteValues.h"
#include "collector/probe/torch/TorchLayout.h"

#include <cstddef>
#include <cstdint>

namespace lanes::probe {

struct TensorPlace {
    enum class State : std::uint8_t {
        Finite,  // none, or of a type that knows neither NaN nor Inf
        Unknown, // on another device, or of a kind that keeps its values elsewhere
        Readable,
    };
    State state = State::Finite;
    FloatKind kind;
    const std::byte* data = nullptr;
    const void* storage = nullptr; // known of every tensor that has one
    std::uint64_t count = 0;       // elements
    std::uint64_t span = 0;        // from the first to behind the last one, in elements
    bool repeats = false;          // an element stands for several
    std::uint32_t dimensions = 0;
    const std::byte* sizes = nullptr; // words; of the tensor object
    const std::byte* strides = nullptr;
};

// Of a tensor that lives; O(dimensions).
[[nodiscard]] TensorPlace placeOf(const TorchLayout& layout, const std::byte* tensor);

// Of a Readable one that lives. O(elements).
[[nodiscard]] NonFiniteCount countNonFinite(const TensorPlace& place);

// Of numbers that may be gone by now: reads through the kernel. False if they are, or lie too far apart. What lies between
// them counts as well.
[[nodiscard]] bool countWithin(const FloatKind& kind, const std::byte* data, std::uint64_t span,
                               NonFiniteCount& found);

} // namespace lanes::probe
