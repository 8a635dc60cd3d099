// The tensors that an operator writes, by torch's rules for names: those that write in place end in _, those that write
// to a given tensor have an overload "out".
#pragma once

#include <cstdint>
#include <string_view>

namespace lanes::probe {

enum class OperatorWrites : std::uint8_t {
    Nothing,  // its outputs are new, or views of its inputs
    InPlace,  // its first argument, depending on the old values
    Anew,     // its first argument, regardless of the old values: copy_, fill_, zero_
    Told,     // the tensors passed for its outputs
    Unfilled, // it returns memory that has not been written yet
};

// O(length).
[[nodiscard]] inline OperatorWrites writesOf(std::string_view name, std::string_view overload) {
    constexpr std::string_view kTorch = "aten::";
    const std::string_view own = name.starts_with(kTorch) ? name.substr(kTorch.size()) : std::string_view();
    if (own.starts_with("empty") || own.starts_with("new_empty") || own.starts_with("_empty") ||
        own.starts_with("resize_") || own == "_resize_output_" || own == "set_") {
        return OperatorWrites::Unfilled;
    }
    if (own == "copy_" || own == "fill_" || own == "zero_" || own == "_foreach_zero_" ||
        own == "_foreach_copy_") {
        return OperatorWrites::Anew;
    }
    if (overload == "out" || overload.ends_with("_out") || name.ends_with("_out")) {
        return OperatorWrites::Told;
    }
    return name.ends_with('_') ? OperatorWrites::InPlace : OperatorWrites::Nothing;
}

// The note is stored beside that of a collective's name in DefinitionTable.
[[nodiscard]] constexpr std::uint32_t noteOf(OperatorWrites writes) {
    return static_cast<std::uint32_t>(writes) << 16;
}
[[nodiscard]] constexpr OperatorWrites writesOf(std::uint32_t note) {
    return static_cast<OperatorWrites>(note >> 16 & 0xff);
}

} // namespace lanes::probe
