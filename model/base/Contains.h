#pragma once

#include <string_view>

namespace lanes {

[[nodiscard]] constexpr bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

} // namespace lanes
