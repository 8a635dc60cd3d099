// The category that Kineto writes for a kind of event, by the table in Category.cpp.
#pragma once

#include "model/trace/Category.h"

#include <string_view>

namespace lanes {

// "cpu_op" for operators, "python_function" for garbage collections. Empty where Kineto has no category.
[[nodiscard]] std::string_view kinetoCategory(EventKind kind);

} // namespace lanes
