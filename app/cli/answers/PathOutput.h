// A critical path as JSON for programs and as tables for people.
#pragma once

#include "model/report/Path.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace lanes::cli {

struct PathAnswer {
    std::shared_ptr<const report::FoundPath> found;
    std::optional<TimeNs> after; // if some of it were faster; nothing where nobody asked
};

// Part by part: the path of a long session has millions of segments.
void writePathJson(const PathAnswer& answer, const std::function<void(std::string_view)>& out);
// By kind, name, module and line of code; `top` rows of each (0: all).
[[nodiscard]] std::string pathText(const PathAnswer& answer, std::size_t top);

} // namespace lanes::cli
