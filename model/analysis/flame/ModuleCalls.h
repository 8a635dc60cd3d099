// How often each nn.Module was called.
#pragma once

#include "model/analysis/operators/OperatorStats.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>

namespace lanes {

// By the module's name without prefix, as rows by module have it. Calls that reach into `range`, or all; as the tree of modules
// counts them. Empty if asked to stop. The first time O(slices), then O(modules).
[[nodiscard]] std::map<std::string, std::int64_t, std::less<>>
moduleCalls(const OperatorData& data, const std::optional<TimeRange>& range,
            const std::stop_token& stop = {});

} // namespace lanes
