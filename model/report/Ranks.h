// The ranks of a job, and the collectives that they shared.
#pragma once

#include "model/analysis/ranks/JobRanks.h"
#include "model/report/Answers.h"

namespace lanes::report {

// By how much the clocks of those that took part may be wrong, the largest.
[[nodiscard]] TimeNs clockErrorOf(const JobRanks& job, const SharedCollective& one);
// What all ranks together waited for the last one.
[[nodiscard]] TimeNs waitedIn(const SharedCollective& one);
// What one rank gave, for each second of the transfer; unknown where one of them is.
[[nodiscard]] Value bytesPerSecond(const SharedCollective& one);

// A row for each rank. `job` may be null: a table without rows, for its columns.
[[nodiscard]] Table rankTable(std::shared_ptr<const JobRanks> job);
// A row for each collective of `shown`, which are positions in JobRanks::collectives. Both may be null.
[[nodiscard]] Table collectiveTable(const std::shared_ptr<const JobRanks>& job,
                                    std::shared_ptr<const std::vector<std::uint32_t>> shown);

// Answers of the registry, of the ranks that one session holds.
[[nodiscard]] std::optional<Table> ranks(TraceAnalyses& analyses, const Asked& asked,
                                         const std::stop_token& stop);
[[nodiscard]] std::optional<Table> collectives(TraceAnalyses& analyses, const Asked& asked,
                                               const std::stop_token& stop);

} // namespace lanes::report
