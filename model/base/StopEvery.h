#pragma once

#include <cstdint>

namespace lanes {

// Events between two looks at a stop token: well below a millisecond of any pass over them, and a look costs nothing beside.
inline constexpr std::uint32_t kStopEvery = 1U << 16;

} // namespace lanes
