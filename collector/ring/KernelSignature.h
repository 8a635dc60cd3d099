// The parameters of a kernel as its compiler writes them: "x_ptr: *fp32, n: i32". This header decides which
// parameters a launch records with a value. The probe, which copies the values, and the recorder, which writes them
// out, share that decision.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lanes::ring {

constexpr std::size_t kMostLaunchValues = 32;

struct KernelParameter {
    std::string_view name;
    std::string_view type;   // as Triton spells it
    std::uint8_t bytes = 0;  // of the value; 0: no value is recorded, as of descriptors
    std::uint32_t index = 0; // among all parameters
};

// True for "*fp32", and for "*", a pointer to an unknown type.
[[nodiscard]] constexpr bool isPointer(std::string_view type) {
    return type.starts_with('*');
}

// Returns the bytes of a value of this type: integers of each width, floats and addresses. Returns 0 for other types.
[[nodiscard]] constexpr std::uint8_t valueBytes(std::string_view type) {
    if (isPointer(type)) {
        return 8;
    }
    constexpr struct {
        std::string_view type;
        std::uint8_t bytes;
    } kTypes[] = {{"i1", 1},   {"u1", 1},   {"i8", 1},   {"u8", 1},  {"i16", 2},
                  {"u16", 2},  {"i32", 4},  {"u32", 4},  {"i64", 8}, {"u64", 8},
                  {"fp16", 2}, {"bf16", 2}, {"fp32", 4}, {"f32", 4}, {"fp64", 8}};
    for (const auto& known : kTypes) {
        if (known.type == type) {
            return known.bytes;
        }
    }
    return 0;
}

// Calls take(parameter) for each parameter that has a value, in their order. O(text).
template<class Take>
constexpr void forEachKnown(std::string_view signature, Take take) {
    for (std::uint32_t index = 0; !signature.empty(); ++index) {
        const std::size_t end = std::min(signature.find(", "), signature.size());
        const std::string_view one = signature.substr(0, end);
        signature.remove_prefix(std::min(end + 2, signature.size()));
        const std::size_t colon = std::min(one.find(": "), one.size());
        const std::string_view type = one.substr(std::min(colon + 2, one.size()));
        if (const std::uint8_t bytes = valueBytes(type); bytes != 0) {
            take(KernelParameter{one.substr(0, colon), type, bytes, index});
        }
    }
}

// As forEachKnown(), but for at most kMostLaunchValues parameters: numbers take precedence over addresses.
template<class Take>
constexpr void forEachValue(std::string_view signature, Take take) {
    std::size_t numbers = 0;
    forEachKnown(signature, [&](const KernelParameter& one) { numbers += isPointer(one.type) ? 0 : 1; });
    std::size_t ofNumbers = std::min(numbers, kMostLaunchValues);
    std::size_t ofAddresses = kMostLaunchValues - ofNumbers;
    forEachKnown(signature, [&](const KernelParameter& one) {
        std::size_t& left = isPointer(one.type) ? ofAddresses : ofNumbers;
        if (left > 0) {
            --left;
            take(one);
        }
    });
}

} // namespace lanes::ring
