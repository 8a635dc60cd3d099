// Finds the operator of each kernel, copy and set, by one rule for all callers:
//  1 a graph's replayed work belongs to the operator that was captured;
//  2 else to the operator with its External id, if that was open during the launching call, on the same thread;
//  3 else to the operator that was open when the launching call began, of several to the last to begin;
//  4 else, if there is none, to the operator with its External id.
#pragma once

#include "model/analysis/operators/ExternalIds.h"
#include "model/analysis/operators/OpenOperators.h"
#include "model/analysis/operators/OperatorForest.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace lanes {

// All device work of a trace by slice, with the launching calls, and with operators by rules 1 and 3. `hasWork`: true if
// a segment has device work. `callerOf`: the innermost operator at or around a slice when it starts, or kNone. Nothing if
// asked to stop. O(slices of those segments + links log work).
[[nodiscard]] std::optional<std::vector<DeviceWork>>
launchedWork(const Trace& trace, const std::function<bool(std::size_t segment)>& hasWork,
             const std::function<std::uint32_t(SliceId)>& callerOf, const std::stop_token& stop);

// Finds operators by rules 2 and 4. False if asked to stop.
[[nodiscard]] bool findOwners(std::vector<DeviceWork>& work, const OperatorForest& forest,
                              const std::stop_token& stop);

// Applies all rules to one work or one call. `ids` gives all External ids of the trace, or null; it is called only if
// they matter. The answer equals the forest's.
[[nodiscard]] SliceId ownerOf(const Trace& trace, SliceId slice, const OpenOperators& open,
                              const std::function<std::shared_ptr<const ExternalIds>()>& ids);

} // namespace lanes
