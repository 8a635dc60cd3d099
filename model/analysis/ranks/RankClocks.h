// The relations of the ranks' clocks to the first one's. A collective that needs data of every rank cannot end on any of
// them before the last has entered it. That bounds the offset of two clocks from both sides; many collectives also bound
// the drift.
#pragma once

#include "model/analysis/ranks/RankRecord.h"
#include "model/base/Time.h"
#include "model/trace/ClockLine.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace lanes {

struct RankClock : ClockLine { // counts from its first event
    enum class Method : std::uint8_t {
        Collectives, // by the records of shared collectives
        Origin,      // by the clocks that the traces name: the same one, or Unix time
        None,        // not known
    };
    Method method = Method::None;
    TimeNs error = 0; // upper bound over all of its events

    [[nodiscard]] bool known() const { return method != Method::None; }
    [[nodiscard]] TimeNs toFirst(TimeNs time) const { return moved(time); } // needs known()
};
[[nodiscard]] std::string_view clockMethodKey(RankClock::Method method); // "collectives"

// In the order of `records`; the first clock relates to itself. O(n log n) in the collectives.
[[nodiscard]] std::vector<RankClock> rankClocks(std::span<const RankRecord> records);

} // namespace lanes
