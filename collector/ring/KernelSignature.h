// The parameters of a kernel as its compiler writes them, "x_ptr: *fp32, n: i32": of which a launch is recorded with the value
// is the same for the probe, which copies values, and the recorder, which writes them out.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lanes::ring {

constexpr std::size_t kMostLaunchValues = 16;

struct KernelParameter {
    std::string_view name;
    std::string_view type;   // Triton's word for it
    std::uint8_t bytes = 0;  // of the value; 0: none is recorded, as of pointers and halves
    std::uint32_t index = 0; // among all parameters
};

// Whole numbers of each width, and the floats that a processor knows.
[[nodiscard]] constexpr std::uint8_t valueBytes(std::string_view type) {
    constexpr struct {
        std::string_view type;
        std::uint8_t bytes;
    } kTypes[] = {{"i1", 1},  {"u1", 1},  {"i8", 1},  {"u8", 1},   {"i16", 2}, {"u16", 2}, {"i32", 4},
                  {"u32", 4}, {"i64", 8}, {"u64", 8}, {"fp32", 4}, {"f32", 4}, {"fp64", 8}};
    for (const auto& known : kTypes) {
        if (known.type == type) {
            return known.bytes;
        }
    }
    return 0;
}

// Calls take(parameter) with each that has a value, kMostLaunchValues at most, in their order. O(text).
template<class Take>
constexpr void forEachValue(std::string_view signature, Take take) {
    std::size_t taken = 0;
    for (std::uint32_t index = 0; !signature.empty() && taken < kMostLaunchValues; ++index) {
        const std::size_t end = std::min(signature.find(", "), signature.size());
        const std::string_view one = signature.substr(0, end);
        signature.remove_prefix(std::min(end + 2, signature.size()));
        const std::size_t colon = std::min(one.find(": "), one.size());
        const std::string_view type = one.substr(std::min(colon + 2, one.size()));
        if (const std::uint8_t bytes = valueBytes(type); bytes != 0) {
            take(KernelParameter{one.substr(0, colon), type, bytes, index});
            ++taken;
        }
    }
}

} // namespace lanes::ring
