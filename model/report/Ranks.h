// The ranks of a job, and the collectives that they shared.
#pragma once

#include "model/analysis/ranks/JobRanks.h"
#include "model/report/Answers.h"

namespace lanes::report {

// The largest clock error of the ranks in a collective.
[[nodiscard]] TimeNs clockErrorOf(const JobRanks& job, const SharedCollective& one);
// Sum over all ranks of the wait for the last one.
[[nodiscard]] TimeNs waitedIn(const SharedCollective& one);
// The bytes of one rank divided by the seconds of the transfer; unknown if one of these is.
[[nodiscard]] Value bytesPerSecond(const SharedCollective& one);

// A row for each rank. `job` may be null: the table then has columns only.
[[nodiscard]] Table rankTable(std::shared_ptr<const JobRanks> job);
// A row for each collective in `shown`, which holds positions in JobRanks::collectives. Both may be null.
[[nodiscard]] Table collectiveTable(const std::shared_ptr<const JobRanks>& job,
                                    std::shared_ptr<const std::vector<std::uint32_t>> shown);

// The registry's answers, for the ranks in one session.
[[nodiscard]] std::optional<Table> ranks(TraceAnalyses& analyses, const Asked& asked,
                                         const std::stop_token& stop);
[[nodiscard]] std::optional<Table> collectives(TraceAnalyses& analyses, const Asked& asked,
                                               const std::stop_token& stop);

} // namespace lanes::report
