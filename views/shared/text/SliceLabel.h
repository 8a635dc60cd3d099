// The label of an event for people: kernel names are shortened, Python frames lose their path and addresses.
#pragma once

#include "model/trace/Trace.h"

#include <QString>

#include <string_view>

namespace lanes {

// Returns "forward  linear.py:125" for "torch/nn/modules/linear.py(125): forward", and other names unchanged. O(length).
[[nodiscard]] QString frameLabel(std::string_view recorded);

// `slice` must be a slice of the trace.
[[nodiscard]] QString sliceLabel(const Trace& trace, SliceId slice);

} // namespace lanes
