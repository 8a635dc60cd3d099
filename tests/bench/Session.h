// The large sessions that benchmarks open.
#pragma once

#include <cstdint>
#include <string>

namespace lanes::bench {

// Path of a session of about so many slices in the build folder; made there the first time.
[[nodiscard]] std::string sessionOf(std::uint64_t slices);

// Path of 1 GB of Kineto's JSON, grown from a real trace beside the build, made there the first time; empty where the real
// traces are not.
[[nodiscard]] std::string bigTrace();

} // namespace lanes::bench
