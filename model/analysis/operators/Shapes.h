// Reads and writes input shapes as operators record them ("Input Dims").
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

using Dims = std::vector<std::int64_t>; // empty: a scalar, or not recorded

// One input: a tensor's dimensions, or those of a list of tensors.
struct InputShape {
    Dims dims;
    std::vector<Dims> list; // only for a list of tensors; dims is then empty
    friend bool operator==(const InputShape&, const InputShape&) = default;
};

// Reads "[[16, 559], [], [[2, 3], [4]]]". Malformed text gives the inputs that could be read. At most 1024 inputs, list
// members and dimensions are kept. O(length).
[[nodiscard]] std::vector<InputShape> parseInputDims(std::string_view raw);

// Reads the element types "["float", "Scalar", ""]" of "Input type"; same limits.
[[nodiscard]] std::vector<std::string> parseInputTypes(std::string_view raw);

// "16x5185x64, 1024": all inputs that are not scalar, in order; may be empty. `cross` joins dimensions.
[[nodiscard]] std::string formatShapes(const std::vector<InputShape>& shapes, std::string_view cross = "x");

// Elements of a tensor; 1 for a scalar, 0 for negative dimensions. Saturates.
[[nodiscard]] std::int64_t elementsOf(const Dims& dims);
// Bytes per element of a type as torch names it ("float", "c10::BFloat16", "long int", "Long"...); 0 if not known.
[[nodiscard]] std::int64_t bytesPerElement(std::string_view type);

// "Input Dims" on one line ("[[16,559],[]]"), if it is a list of integers; else "[]". Many writers spread lists over
// several lines.
[[nodiscard]] std::string oneLineShapes(std::string_view recorded);

} // namespace lanes
