// What the colours of the timeline say.
#pragma once

#include <cstdint>

namespace lanes {

enum class ColorBy : std::uint8_t { Category, Name, Module, Duration };
inline constexpr int kColorings = 4;

} // namespace lanes
