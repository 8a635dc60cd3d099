// A hash of a name, eight bytes at a time. Its speed matters: ranges and backward nodes pass their names with every
// event.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace lanes::probe {

[[nodiscard]] inline std::uint64_t hashOfText(std::string_view text) {
    constexpr auto mix = [](std::uint64_t hash, std::uint64_t word) {
        const std::uint64_t mixed = (hash ^ word) * 0x9E3779B97F4A7C15ULL;
        return mixed ^ mixed >> 29;
    };
    std::uint64_t hash = text.size();
    std::uint64_t word = 0;
    for (; text.size() >= sizeof word; text.remove_prefix(sizeof word)) {
        std::memcpy(&word, text.data(), sizeof word);
        hash = mix(hash, word);
    }
    word = 0;
    std::memcpy(&word, text.data(), text.size());
    return mix(hash, word);
}

} // namespace lanes::probe
