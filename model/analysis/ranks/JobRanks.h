// Finds the ranks of a job that delay the others: aligns the clocks, matches shared collectives, and finds the last rank
// to enter each and the wait of the others.
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

// One collective, with those of its ranks whose clocks are known.
struct SharedCollective {
    struct Entry {
        std::size_t rank = 0;   // position in JobRanks::records
        std::uint32_t call = 0; // position in the rank's collectives
        TimeRange range;        // in the first rank's time
        TimeNs wait = 0;        // until the last rank entered
    };
    CollectiveOp op = CollectiveOp::Other;
    std::string name;  // as its first rank names it
    std::string group; // empty: not recorded
    std::int64_t sequence = 0;
    std::int64_t bytes = -1;    // given by its first rank; -1: not recorded
    std::vector<Entry> entries; // by rank, at least two
    std::size_t last = 0;       // position in `entries` of the last to enter
    TimeNs spread = 0;          // from the first entry to the last
    TimeNs transfer = 0;        // from the last entry to the first end
};

// A collective in which some ranks still wait at the end of their records, while others of its group have not entered.
struct AwaitedCollective {
    std::string name;
    std::string group;
    std::int64_t sequence = 0;
    std::vector<std::size_t> waiting; // positions in JobRanks::records, ascending
    std::vector<std::uint32_t> calls; // by waiting rank: position in its collectives
    std::vector<std::size_t> missing;
};

struct JobRanks {
    struct Sum {
        TimeNs wait = 0;   // time spent waiting for others
        TimeNs caused = 0; // waits of others in collectives that this rank entered last
    };
    std::vector<RankRecord> records;
    std::vector<RankClock> clocks;             // in the order of `records`
    std::vector<SharedCollective> collectives; // by time of the first entry
    std::vector<Sum> sums;                     // in the order of `records`
    std::vector<AwaitedCollective> awaited;    // by group and number
};

// `records` must have distinct ranks (nameRanks()). O(n log n) in the collectives.
[[nodiscard]] JobRanks jobRanksOf(std::vector<RankRecord> records);

// Removes collectives that no rank entered in `range`, also from the sums. O(entries of collectives).
void keepWithin(JobRanks& job, TimeRange range);

// The reason why the files of `job` do not belong to one job: one trace names no rank and shares no collective with
// another file. Nothing: they may belong together. O(entries of collectives).
[[nodiscard]] std::optional<Error> strangerIn(const JobRanks& job);

} // namespace lanes
