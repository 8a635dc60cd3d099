// The arguments of an operator: as the recorder decodes them, and as the texts that Kineto writes into its traces.
// With the same texts, own captures and imported traces look alike in the model.
#pragma once

#include "collector/ring/ArgumentImage.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanes::ring {

struct Argument {
    ArgumentKind kind = ArgumentKind::None;
    std::uint8_t dtype = 0;          // c10::ScalarType, for tensors
    std::uint8_t deviceType = 0;     // c10::DeviceType
    std::int8_t deviceIndex = -1;    // -1: none
    std::uint32_t total = 0;         // elements of a list, more than are present if the list was clipped
    std::vector<std::int64_t> sizes; // also the elements of IntList, DoubleList (bits) and BoolList
    std::vector<std::int64_t> strides;
    std::uint64_t scalar = 0;       // Int, Double (bits), Bool, the real part of Complex (bits)
    std::uint64_t imaginary = 0;    // Complex (bits)
    std::string text;               // String
    std::vector<Argument> elements; // TensorList, NumberList
};

// Reads an image; damage ends the list early and sets `damaged`. Costs O(words).
[[nodiscard]] std::vector<Argument> parseArguments(std::span<const std::uint64_t> image,
                                                   std::span<const std::uint64_t> scalars, bool& damaged);

// JSON arrays with one entry per argument, under Kineto's keys.
struct ArgumentTexts {
    std::string dims;     // "Input Dims"       [[2,3],[],[[2],[3]]]
    std::string types;    // "Input type"       ["float","Scalar","TensorList"]
    std::string strides;  // "Input Strides"    [[3,1],[],[[1],[1]]]
    std::string concrete; // "Concrete Inputs"  ["","1","[1, 512]"]
    std::string device;   // of the first tensor, "cpu" or "cuda:0"; empty without one
};
[[nodiscard]] ArgumentTexts toTexts(std::span<const Argument> arguments);

// The name of a c10::ScalarType as Kineto writes it: "float", "long int", "c10::BFloat16"; "" if unknown.
[[nodiscard]] std::string_view scalarTypeName(std::uint8_t dtype);
// "cpu", "cuda", "meta", ... of a c10::DeviceType; "" if unknown.
[[nodiscard]] std::string_view deviceTypeName(std::uint8_t deviceType);

} // namespace lanes::ring
