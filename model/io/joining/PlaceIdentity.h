// Who the processes of a trace are: which rank of a job, and which device by the driver's own number.
#pragma once

#include "model/trace/Trace.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lanes {

// The rank that a trace says it is of (Kineto's distributedInfo), if it is one of several.
struct Rank {
    std::int64_t rank = 0;
    std::int64_t worldSize = 1;
};
[[nodiscard]] std::optional<Rank> rankOf(const SessionInfo& info);

// Gives every process its rank, and every device the "uuid" that the session's deviceProperties have for its number. What
// the file does not say stays unknown. O(processes + properties).
void identifyPlaces(const SessionInfo& info, std::vector<Process>& processes);

} // namespace lanes
