// PyTorch's names for the arguments of its operators. Traces give inputs by position only.
#pragma once

#include <string_view>
#include <vector>

namespace lanes {

// The argument names of an operator ("aten::addmm") that was recorded with so many inputs. Nothing if the operator is not
// known, or its overloads differ. From the schemas of torch 1.13 to 2.15 (scripts/argument_names.py). Any thread; O(log
// all names).
[[nodiscard]] std::vector<std::string_view> argumentNames(std::string_view op, std::size_t count);
// All operators of these schemas: "aten::addmm". O(all names).
[[nodiscard]] std::vector<std::string_view> operatorNames();

} // namespace lanes
