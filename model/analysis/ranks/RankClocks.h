// How the clocks of a job's ranks stand to the first one's. A collective that needs data of every rank cannot end on any
// of them before the last has entered it: that bounds the offset of two clocks from both sides, and many of them bound how
// it drifts, too.
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

struct RankClock : ClockLine { // from its first event
    enum class Method : std::uint8_t {
        Collectives, // by what was recorded of those that it shares with others
        Origin,      // by what the traces say of their clocks: the same one, or Unix time
        None,        // it cannot be known
    };
    Method method = Method::None;
    TimeNs error = 0; // at most, over all of its events

    [[nodiscard]] bool known() const { return method != Method::None; }
    [[nodiscard]] TimeNs toFirst(TimeNs time) const { return moved(time); } // known()
};
[[nodiscard]] std::string_view clockMethodKey(RankClock::Method method); // "collectives"

// As the records; the first is its own. O(n log n) in the collectives.
[[nodiscard]] std::vector<RankClock> rankClocks(std::span<const RankRecord> records);

} // namespace lanes
