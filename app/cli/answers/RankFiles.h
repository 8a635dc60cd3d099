// Reads the files of a job's ranks: several at a time, as memory and cores allow, and from each only the requested data.
#pragma once

#include "model/analysis/ranks/RankRecord.h"
#include "model/base/Result.h"
#include "model/trace/Trace.h"

#include <memory>
#include <string>
#include <vector>

namespace lanes::cli {

// `own` are the user's categories, or null. Each trace is released after its summary is made. The result is in the order of the
// files; the first error ends the reading.
[[nodiscard]] Result<std::vector<RankRecord>> readRankRecords(const std::vector<std::string>& files,
                                                              std::shared_ptr<const OwnClasses> own);

// Reads all traces, which are in memory at once and share the memory limit.
[[nodiscard]] Result<std::vector<std::shared_ptr<const Trace>>>
readRankTraces(const std::vector<std::string>& files, std::shared_ptr<const OwnClasses> own);

} // namespace lanes::cli
