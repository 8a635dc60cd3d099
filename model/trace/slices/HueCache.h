// Calls hueOf() once per kind and name.
#pragma once

#include "model/base/Ids.h"
#include "model/trace/Category.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace lanes {

// One thread. Calls `Text` for the text of a name only when it first sees the name.
class HueCache {
public:
    template<class Text>
    Hue get(EventKind kind, StringId name, Text&& text) {
        std::vector<std::uint8_t>& hues = hues_[static_cast<std::size_t>(kind)];
        if (name.value >= hues.size()) {
            if (!name.valid() || name.value > kMaxNames) {
                return hueOf(kind, text(name));
            }
            hues.resize(name.value + 1 + name.value / 2, kUnknown);
        }
        std::uint8_t& hue = hues[name.value];
        if (hue == kUnknown) {
            hue = static_cast<std::uint8_t>(hueOf(kind, text(name)));
        }
        return static_cast<Hue>(hue);
    }

private:
    static constexpr std::uint8_t kUnknown = 0xff;
    static constexpr std::uint32_t kMaxNames = 1u << 26;
    std::array<std::vector<std::uint8_t>, 16> hues_;
};

} // namespace lanes
