// The data of one rank of a job that stays after its trace has been released: enough to compare the rank with all others.
#pragma once

#include "model/analysis/ranks/Collectives.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lanes {

// Unions of intervals, summed over devices; host times if the rank has no device.
struct RankTimes {
    TimeNs compute = 0;
    TimeNs communication = 0;
    TimeNs exposed = 0; // communication without computation at the same time
};

struct RankStep {
    std::int64_t number = 0;
    TimeRange range; // the trace's own time
    RankTimes times;
};

struct RankRecord {
    std::int64_t rank = -1;  // -1: its trace names none
    bool isNumbered = false; // nameRanks() assigned `rank`
    std::string host;        // empty: not known
    std::string file;
    std::optional<TimeNs> origin; // Unix time of the trace's 0; nothing: not recorded
    // Error of its times in the trace, as the trace gives it; nothing: they are those of a clock of its own. Known for a
    // trace that several were merged into.
    std::optional<TimeNs> clockError = 0;
    TimeRange span; // of its events, in the trace's own time
    std::vector<CollectiveCall> collectives;
    RankTimes times;             // in the requested range
    std::vector<RankStep> steps; // by time
};

// One record for each rank in the trace: sessions may hold several. `times` are those of `range` (nothing: the whole
// trace); everything else covers the whole trace. Empty if asked to stop. O(slices).
[[nodiscard]] std::vector<RankRecord> rankRecordsOf(const std::shared_ptr<const Trace>& trace,
                                                    const std::string& file, const std::stop_token& stop = {},
                                                    std::optional<TimeRange> range = std::nullopt);

// Gives every record a distinct rank. Records without a rank, or with the rank of an earlier one, get the lowest free
// rank.
void nameRanks(std::vector<RankRecord>& records);

} // namespace lanes
