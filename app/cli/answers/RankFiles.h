// Reading the files of a job's ranks: several at a time, as memory and cores allow, and of each only what is asked for.
#pragma once

#include "model/analysis/ranks/RankRecord.h"
#include "model/base/Result.h"
#include "model/trace/Trace.h"

#include <memory>
#include <string>
#include <vector>

namespace lanes::cli {

// `own`: categories of the user, maybe null. Every trace is let go again after its summary was made. In the order of the files; the first error ends it.
[[nodiscard]] Result<std::vector<RankRecord>> readRankRecords(const std::vector<std::string>& files,
                                                              std::shared_ptr<const OwnClasses> own);

// All traces at once, which share the memory.
[[nodiscard]] Result<std::vector<std::shared_ptr<const Trace>>>
readRankTraces(const std::vector<std::string>& files, std::shared_ptr<const OwnClasses> own);

} // namespace lanes::cli
