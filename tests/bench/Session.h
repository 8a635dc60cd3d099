// The large sessions that benchmarks open.
#pragma once

#include "model/base/Time.h"

#include <cstdint>
#include <functional>
#include <string>

namespace lanes::bench {

// Path of a session of about so many slices in the build folder; made there the first time.
[[nodiscard]] std::string sessionOf(std::uint64_t slices);

// Path of 1 GB of Kineto's JSON, grown from a real trace beside the build, made there the first time; empty where the real
// traces are not.
[[nodiscard]] std::string bigTrace();

// Of a few ranges of 1 to 30 per cent of a session: how long the slowest to ask for took, in milliseconds.
[[nodiscard]] double slowestRange(TimeRange session, const std::function<void(TimeRange)>& ask);

} // namespace lanes::bench
