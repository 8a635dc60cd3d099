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

// Node 0 is the root, which has no name. Parents stand before their children.
struct CallPaths {
    static constexpr std::uint32_t kNone = 0xffffffffu;
    struct Node {
        std::string name; // of an operator or range as tables have it, of a kernel, or "nn.Module: Linear_0"
        EventKind kind = EventKind::Other;
        std::uint32_t parent = kNone;
        std::int64_t calls = 0; // of a module none: only what it called was recorded
        TimeNs self = 0;
        SliceId longest;
        TimeNs longestTime = -1;
        std::map<std::string, std::uint32_t> children; // by name
    };
    std::vector<Node> nodes;
};

// What the tables count, so that it sums to the same: operators and ranges with their self time, or kernels below the calls
// that launched them. An operator stands below the one that called it, and in between below the modules that were entered
// there; what is borrowed from another place of the model, as by a backward operator, begins at its outermost module.
// What starts in `range` (nothing: everywhere) counts whole. Nothing if asked to stop. O(operators x depth).
[[nodiscard]] std::optional<CallPaths> callPathsOf(TraceAnalyses& analyses, bool kernels,
                                                   std::optional<TimeRange> range,
                                                   const std::stop_token& stop = {});

} // namespace lanes
