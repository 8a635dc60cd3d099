// A Trace as Chrome JSON, for other tools. What was imported comes back event by event; for own captures the metadata,
// arrows, allocations and counters that other tools draw are written as torch would.
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

// Gzip when the path ends in ".gz"; "-" is standard output. When cancelled or out of room nothing is left of the file. Times beyond the
// microsecond keep three digits.
[[nodiscard]] Result<void> exportChromeTrace(const Trace& trace, const std::string& path,
                                             const ExportOptions& options = {});

} // namespace lanes
