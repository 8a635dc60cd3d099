// A critical path as JSON for programs and as tables for people.
#pragma once

#include "model/analysis/path/CriticalPath.h"

#include <cstddef>
#include <optional>
#include <string>

namespace lanes::cli {

struct PathAnswer {
    const PathGraph& graph;
    CriticalPath path;
    std::optional<TimeNs> after; // if some of it were faster; nothing where nobody asked
};

[[nodiscard]] std::string pathJson(const PathAnswer& answer);
// By kind, name, module and line of code; `top` rows of each (0: all).
[[nodiscard]] std::string pathText(const PathAnswer& answer, std::size_t top);

} // namespace lanes::cli
