// The collectives of one rank that can be told apart by their number only: of one group and operation, in order.
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

// Which call of one rank is which of another: positions in RankRecord::collectives.
struct CallPair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
};

// Every way in which two ranks' calls of a class may belong together, likeliest first: by the numbers that torch gave them
// where it did; else in order, and where one has more of them, from each place on that their times allow. Where they allow
// none, one rank may have begun and ended later. Calls of different sizes never do. None if there are too many ways.
// O(calls x ways).
[[nodiscard]] std::vector<std::vector<CallPair>> pairingsOf(const RankRecord& a,
                                                            const std::vector<std::uint32_t>& callsA,
                                                            const RankRecord& b,
                                                            const std::vector<std::uint32_t>& callsB);

} // namespace lanes
