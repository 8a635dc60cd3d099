// Counts the calls of each nn.Module.
#pragma once

#include "model/analysis/operators/OperatorStats.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>

namespace lanes {

// Calls by the module's name without prefix, as in rows by module. Counts calls that reach into `range`, or all, as in
// the tree of modules. Empty if asked to stop. O(slices) the first time, then O(modules).
[[nodiscard]] std::map<std::string, std::int64_t, std::less<>>
moduleCalls(const OperatorData& data, const std::optional<TimeRange>& range,
            const std::stop_token& stop = {});

} // namespace lanes
