// Which operator asked for each kernel, copy and set.
#pragma once

#include "model/analysis/operators/OperatorForest.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace lanes {

// All of a trace by slice, each with the call that launched it, and with the operator around that call, or around its capture.
// `hasWork`: whether a segment has any. `callerOf`: the innermost operator at or around a slice when it starts, or kNone.
// Nothing if asked to stop. O(slices of those segments + links log work).
[[nodiscard]] std::optional<std::vector<DeviceWork>>
launchedWork(const Trace& trace, const std::function<bool(std::size_t segment)>& hasWork,
             const std::function<std::uint32_t(SliceId)>& callerOf, const std::stop_token& stop);

// Of what no call is known to have launched: the operator with its External id. False if asked to stop.
[[nodiscard]] bool findOwners(std::vector<DeviceWork>& work, const OperatorForest& forest,
                              const std::stop_token& stop);

} // namespace lanes
