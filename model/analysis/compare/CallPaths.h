// The calls of one side of a comparison as a tree: module by module, then call by call.
#pragma once

#include "model/analysis/compare/SideTally.h"

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lanes {

// Node 0 is the root, which has no name. Parents come before their children.
struct CallPaths {
    static constexpr std::uint32_t kNone = 0xffffffffu;
    struct Node {
        std::string name; // of an operator or range as in tables, of a kernel, or "nn.Module: Linear_0"
        EventKind kind = EventKind::Other;
        std::uint32_t parent = kNone;
        std::int64_t calls = 0; // 0 for a module: only the calls inside it were recorded
        TimeNs self = 0;
        SliceId longest;
        TimeNs longestTime = -1;
        std::map<std::string, std::uint32_t> children; // by name
    };
    std::vector<Node> nodes;
};

// Counts the same events as the tables, so that the sums agree: operators and ranges with their self time, or kernels
// below the calls that launched them. An operator is below the operator that called it; modules that were entered between
// the two are between their nodes. A module borrowed from another place of the model, as by a backward operator, begins
// at its outermost module. Calls that start in `range` (nothing: everywhere) count whole. Nothing if asked to stop.
// O(operators x depth).
[[nodiscard]] std::optional<CallPaths> callPathsOf(TraceAnalyses& analyses, bool kernels,
                                                   std::optional<TimeRange> range,
                                                   const std::stop_token& stop = {});

} // namespace lanes
