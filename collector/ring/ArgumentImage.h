// The encoding of an operator's arguments: DefineSignature's image and OpBegin's scalars. The probe writes it,
// ShapeSignature reads it. This header includes only the standard library's integers, because the compiled fallback
// includes it too.
//
// An image is a sequence of values. Each starts with one word:
//     bits 0..7 kind, 8..15 `small`, 16..31 `medium`, 32..63 `large`
// followed by the words given below. The values of single numbers vary from call to call with the same shapes. They
// are therefore in the scalars, apart from the image: the image repeats and is sent once.
#pragma once

#include <cstdint>

namespace lanes::ring {

enum class ArgumentKind : std::uint8_t {
    None = 1,
    Undefined = 2, // a tensor object without a tensor, or with sizes that are no numbers (nested, symbolic)
    // Small: dimensions; medium: dtype | device type << 8; large: device index; then sizes, strides.
    Tensor = 3,
    OpaqueTensor = 4, // as Tensor but without sizes and strides
    Int = 5,          // value in the scalars, as for Double and Bool
    Double = 6,       // the bits of the value
    Bool = 7,
    String = 8,  // large: bytes; then the characters, padded with zeroes
    IntList = 9, // medium: elements present, large: elements in all; then one word each
    DoubleList = 10,
    BoolList = 11,
    TensorList = 12,  // medium and large as of IntList; then Tensor, OpaqueTensor or Undefined values
    Other = 13,       // medium: the tag of c10::IValue in the torch version of the process
    Truncated = 14,   // large: arguments that did not fit
    SizedTensor = 15, // as Tensor but without strides: sparse
    Complex = 16,     // the bits of both parts in the scalars
    NumberList = 17,  // mixed or complex numbers; medium and large as of IntList; then Int, Double, Bool,
                      // Complex or Other values, each followed by its one or two words in the image
};

constexpr std::uint64_t argumentWord(ArgumentKind kind, std::uint8_t small = 0, std::uint16_t medium = 0,
                                     std::uint32_t large = 0) {
    return std::uint64_t{static_cast<std::uint8_t>(kind)} | std::uint64_t{small} << 8 |
           std::uint64_t{medium} << 16 | std::uint64_t{large} << 32;
}

constexpr unsigned kMaxDimensions = 64;
constexpr unsigned kMaxScalars = 32;      // per operator; further ones are sent as Other
constexpr unsigned kMaxImageWords = 1536; // per operator; what does not fit becomes Truncated

} // namespace lanes::ring
