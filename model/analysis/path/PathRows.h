// A critical path summed up by what it went through: kinds, names, modules or lines of code.
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
    std::string name; // kernels' with their template arguments folded; empty: not recorded, or in no module
    std::optional<PathKind> kind; // by kind and name
    TimeNs time = 0;
    std::int64_t segments = 0;
    std::optional<TimeNs> slack; // of its segments the least; nothing where none has any
    PathSegment longest;
    // What WhatIf may speed up, in the filter language: the events of these names, kind or module. Empty: nothing says it.
    std::string filter;
};

// Where the events along a graph's paths come from. One for all tables of a graph; any thread. Operators, device work and
// calls right below an operator ask the CallContext, made when one is first asked for; the others EventOrigin.
class PathOrigins {
public:
    explicit PathOrigins(const PathGraph& graph);

    [[nodiscard]] std::string moduleOf(std::uint32_t place, SliceId slice) const; // empty: in none
    [[nodiscard]] std::string lineOf(std::uint32_t place, SliceId slice) const;   // empty: not recorded

private:
    class Input;

    std::vector<std::shared_ptr<const Input>> inputs_;
    std::vector<std::uint32_t> inputOf_; // by place
};

// What took longest first. By kind every segment counts, else those with an event. Empty if asked to stop.
// O(segments log slices).
[[nodiscard]] std::vector<PathRow> pathRows(const PathGraph& graph, const PathOrigins& origins,
                                            const CriticalPath& path, PathBy by,
                                            const std::stop_token& stop = {});

} // namespace lanes
