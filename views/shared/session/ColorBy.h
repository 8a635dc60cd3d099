// The meaning of the timeline's colours.
#pragma once

#include <cstdint>

namespace lanes {

enum class ColorBy : std::uint8_t { Category, Name, Module, Duration };
inline constexpr int kColorings = 4;

} // namespace lanes
