// What is kept of one rank of a job when its trace has been let go: enough to compare it with all others.
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

// As unions of intervals, devices added up; on the host where the rank has none.
struct RankTimes {
    TimeNs compute = 0;
    TimeNs communication = 0;
    TimeNs exposed = 0; // communication while nothing was computed
};

struct RankStep {
    std::int64_t number = 0;
    TimeRange range; // the trace's own time
    RankTimes times;
};

struct RankRecord {
    std::int64_t rank = -1;  // -1: its trace names none
    bool isNumbered = false; // `rank` is a number that nameRanks() gave
    std::string host;        // empty: not known
    std::string file;
    std::optional<TimeNs> origin; // Unix time of the trace's 0; nothing: not recorded
    // How far its times may be off in the trace's, as the trace says; nothing: they are a clock's own. A trace that several were
    // merged into knows.
    std::optional<TimeNs> clockError = 0;
    TimeRange span; // of its events, in the trace's own time
    std::vector<CollectiveCall> collectives;
    RankTimes times;             // of the range that was asked for
    std::vector<RankStep> steps; // by time
};

// One for each rank that the trace holds: own sessions hold several. Their times are of `range` (nothing: the whole trace);
// everything else is of the whole trace. Empty if asked to stop. O(slices).
[[nodiscard]] std::vector<RankRecord> rankRecordsOf(const std::shared_ptr<const Trace>& trace,
                                                    const std::string& file, const std::stop_token& stop = {},
                                                    std::optional<TimeRange> range = std::nullopt);

// Gives every record a rank of its own: those without one, or with one that another has, get the lowest that is free.
void nameRanks(std::vector<RankRecord>& records);

} // namespace lanes
