// Classes of one rank's collectives, within which only their numbers differ: those of one group and operation, in order.
#pragma once

#include "model/analysis/ranks/RankRecord.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace lanes {

using CollectiveKey = std::pair<std::string, CollectiveOp>; // group
// Positions in RankRecord::collectives, by time of entry.
using CollectiveClasses = std::map<CollectiveKey, std::vector<std::uint32_t>>;
[[nodiscard]] CollectiveClasses collectiveClasses(const RankRecord& record);

// A pair of calls of two ranks that belong together: positions in RankRecord::collectives.
struct CallPair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
};

// All possible pairings of two ranks' calls of a class, likeliest first. Numbers from torch decide if there are any.
// Otherwise calls pair in order; if one rank has more of them, from each offset that their times allow. If the times
// allow none, one rank may have begun and ended later. Calls of different sizes never pair. None if there are too many
// possibilities. O(calls x possibilities).
[[nodiscard]] std::vector<std::vector<CallPair>> pairingsOf(const RankRecord& a,
                                                            const std::vector<std::uint32_t>& callsA,
                                                            const RankRecord& b,
                                                            const std::vector<std::uint32_t>& callsB);

} // namespace lanes
