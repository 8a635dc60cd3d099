// Sums of a critical path by kind, name, module or line of code.
#pragma once

#include "model/analysis/operators/EventOrigin.h"
#include "model/analysis/path/CriticalPath.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lanes {

enum class PathBy : std::uint8_t { Kind, Name, Module, Line };

struct PathRow {
    std::string name; // kernels' template arguments are folded; empty: not recorded, or in no module
    std::optional<PathKind> kind; // by kind and name
    TimeNs time = 0;
    std::int64_t segments = 0;
    std::optional<TimeNs> slack; // the least of its segments; nothing if none has any
    PathSegment longest;
    // Filter for WhatIf, in the filter language: the events of these names, kind or module. Empty: no filter can express
    // them.
    std::string filter;
};

// The origins of the events along a graph's paths. All tables of a graph share one object; any thread. Operators, device
// work and calls right below an operator are looked up in the CallContext, made at the first request; others in
// EventOrigin.
class PathOrigins {
public:
    explicit PathOrigins(const PathGraph& graph);

    [[nodiscard]] std::string moduleOf(std::uint32_t place, SliceId slice) const; // empty: in no module
    [[nodiscard]] std::string lineOf(std::uint32_t place, SliceId slice) const;   // empty: not recorded

private:
    class Input;

    std::vector<std::shared_ptr<const Input>> inputs_;
    std::vector<std::uint32_t> inputOf_; // by place
};

// Rows by time, the longest first. By kind every segment counts, otherwise those with an event. Empty if asked to stop.
// O(segments log slices).
[[nodiscard]] std::vector<PathRow> pathRows(const PathGraph& graph, const PathOrigins& origins,
                                            const CriticalPath& path, PathBy by,
                                            const std::stop_token& stop = {});

} // namespace lanes
