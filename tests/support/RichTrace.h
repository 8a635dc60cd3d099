// A trace with something of everything, for round trips.
#pragma once

#include "model/trace/Trace.h"

#include <cstdint>
#include <memory>

namespace lanes::test {

// `slices` slices on three tracks, nested at random but the same for the same seed; with arguments of every
// form, stacks, points, memory, counters, links, diagnostics and slices that have not ended.
[[nodiscard]] std::shared_ptr<const Trace> richTrace(std::uint32_t slices, std::uint32_t seed = 1);

} // namespace lanes::test
