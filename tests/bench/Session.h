// The large sessions that benchmarks open.
#pragma once

#include <cstdint>
#include <string>

namespace lanes::bench {

// Path of a session of about so many slices in the build folder; made there the first time.
[[nodiscard]] std::string sessionOf(std::uint64_t slices);

} // namespace lanes::bench
