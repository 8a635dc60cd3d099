// Which operator asked for each kernel, copy and set. One rule for all who say so:
//  1 what a graph replays belongs to the operator that was captured;
//  2 else to the operator with its External id, if that was open during the launching call, on the same thread;
//  3 else to the operator that was open when the launching call began, of several to the last to begin;
//  4 else, where that leaves none, to the operator with its External id.
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

// All of a trace by slice, each with the call that launched it, and with its operator by rules 1 and 3.
// `hasWork`: whether a segment has any. `callerOf`: the innermost operator at or around a slice when it starts, or kNone.
// Nothing if asked to stop. O(slices of those segments + links log work).
[[nodiscard]] std::optional<std::vector<DeviceWork>>
launchedWork(const Trace& trace, const std::function<bool(std::size_t segment)>& hasWork,
             const std::function<std::uint32_t(SliceId)>& callerOf, const std::stop_token& stop);

// By rules 2 and 4. False if asked to stop.
[[nodiscard]] bool findOwners(std::vector<DeviceWork>& work, const OperatorForest& forest,
                              const std::stop_token& stop);

// By all rules, for one work or one call; `ids` gives all External ids of the trace and is asked only where they matter, or
// null. The same answer as the forest's.
[[nodiscard]] SliceId ownerOf(const Trace& trace, SliceId slice, const OpenOperators& open,
                              const std::function<std::shared_ptr<const ExternalIds>()>& ids);

} // namespace lanes
