// What PyTorch's operators call their arguments. Traces give inputs by position only.
#pragma once

#include <string_view>
#include <vector>

namespace lanes {

// Of an operator ("aten::addmm") that was recorded with so many inputs: a name each, or nothing where the operator's overloads
// differ or it is not known. By the schemas of torch 1.13 to 2.15 (scripts/argument_names.py). Any thread; O(log all names).
[[nodiscard]] std::vector<std::string_view> argumentNames(std::string_view op, std::size_t count);

} // namespace lanes
