// Writes a Trace as Chrome JSON, for other tools. Imported traces come back event by event. Own captures get metadata,
// arrows, allocations and counters as torch would write them, so that other tools draw them.
#pragma once

#include "model/base/Result.h"
#include "model/trace/Trace.h"

#include <functional>
#include <stop_token>
#include <string>

namespace lanes {

struct ExportOptions {
    std::stop_token stop;
    std::function<void(std::uint64_t eventsDone, std::uint64_t eventsTotal)> progress;
};

// Uses gzip if the path ends in ".gz"; "-" is standard output. If cancelled or out of disk space, no partial file is
// left. Times finer than a microsecond keep three digits.
[[nodiscard]] Result<void> exportChromeTrace(const Trace& trace, const std::string& path,
                                             const ExportOptions& options = {});

} // namespace lanes
