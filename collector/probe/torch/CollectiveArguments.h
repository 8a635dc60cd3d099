// The inputs of an at::RecordFunction that tells of a collective, as far as they say which one it is.
#pragma once

#include "collector/probe/torch/TorchLayout.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace lanes::probe {

struct CollectiveArguments {
    static constexpr std::size_t kMostTensors = 16;
    static constexpr std::size_t kMostNumbers = 8;

    // Tensors, those in lists too, by the addresses of their TensorImpl.
    std::array<std::uint64_t, kMostTensors> tensors{};
    std::size_t tensorCount = 0;
    std::int64_t elements = -1; // of the tensors that are given, all together; -1: there are none
    std::uint8_t dtype = 0;     // of the first
    std::uint64_t object = 0;   // the first one of a class of torch's own, perhaps a process group
    std::array<std::int64_t, kMostNumbers> numbers{};
    std::size_t numberCount = 0;
    std::size_t numbersBeforeText = 0;      // how many of them stand before the first text
    std::string text;                       // the first one
    std::optional<std::int64_t> pairNumber; // of the first pair (number, truth)
    bool pairTruth = false;
    std::string pairText; // the first text of the first tuple of texts

    [[nodiscard]] std::span<const std::uint64_t> tensorsKnown() const {
        return std::span(tensors).first(tensorCount);
    }
};

// `record`: within its callback, with a layout that has been proven. What is only assumed of it is read guarded. O(tensors).
[[nodiscard]] CollectiveArguments readCollectiveArguments(const TorchLayout& layout, const std::byte* record);

} // namespace lanes::probe
