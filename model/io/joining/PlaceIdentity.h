// The identity of a trace's processes: the rank in the job, and the device by the driver's own number.
#pragma once

#include "model/trace/Trace.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lanes {

// The rank that a trace names as its own (Kineto's distributedInfo), if there are several ranks.
struct Rank {
    std::int64_t rank = 0;
    std::int64_t worldSize = 1;
};
[[nodiscard]] std::optional<Rank> rankOf(const SessionInfo& info);

// Gives every process its rank, and every device the "uuid" of its number in the session's deviceProperties. Both stay
// unknown if the file does not name them. O(processes + properties).
void identifyPlaces(const SessionInfo& info, std::vector<Process>& processes);

} // namespace lanes
