// Which rank of a job holds the others up: their clocks, the collectives that they shared, who came last to each and how
// long the others waited for it.
#pragma once

#include "model/analysis/ranks/RankClocks.h"
#include "model/analysis/ranks/RankRecord.h"
#include "model/base/Result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanes {

// One collective, by those of its ranks whose clocks are known.
struct SharedCollective {
    struct Entry {
        std::size_t rank = 0;   // position in JobRanks::records
        std::uint32_t call = 0; // position in its collectives
        TimeRange range;        // in the first one's time
        TimeNs wait = 0;        // until the last one entered
    };
    CollectiveOp op = CollectiveOp::Other;
    std::string name;  // as the first of its ranks has it
    std::string group; // empty: not recorded
    std::int64_t sequence = 0;
    std::int64_t bytes = -1;    // that the first of its ranks gave; -1: not recorded
    std::vector<Entry> entries; // by rank, two at least
    std::size_t last = 0;       // position in `entries` of the one that entered last
    TimeNs spread = 0;          // from the first entry to the last
    TimeNs transfer = 0;        // from the last entry to the first end
};

// A collective that some ranks wait in when their records end, and others of its group have not come to.
struct AwaitedCollective {
    std::string name;
    std::string group;
    std::int64_t sequence = 0;
    std::vector<std::size_t> waiting; // positions in JobRanks::records, ascending
    std::vector<std::uint32_t> calls; // of each waiting rank: position in its collectives
    std::vector<std::size_t> missing;
};

struct JobRanks {
    struct Sum {
        TimeNs wait = 0;   // for others
        TimeNs caused = 0; // what the others waited in collectives that it entered last
    };
    std::vector<RankRecord> records;
    std::vector<RankClock> clocks;             // as records
    std::vector<SharedCollective> collectives; // by time of the first entry
    std::vector<Sum> sums;                     // as records
    std::vector<AwaitedCollective> awaited;    // by group and number
};

// `records` have ranks of their own (nameRanks()). O(n log n) in the collectives.
[[nodiscard]] JobRanks jobRanksOf(std::vector<RankRecord> records);

// Leaves out the collectives that no rank entered in `range`, also from the sums. O(entries of collectives).
void keepWithin(JobRanks& job, TimeRange range);

// Why the files of `job` are not of one: the trace of one names no rank and shares no collective with another file. Nothing: they
// may be. O(entries of collectives).
[[nodiscard]] std::optional<Error> strangerIn(const JobRanks& job);

} // namespace lanes
