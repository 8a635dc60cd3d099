// What an event is called where people read: kernels folded, frames of Python without the path and without addresses.
#pragma once

#include "model/trace/Trace.h"

#include <QString>

#include <string_view>

namespace lanes {

// "forward  linear.py:125" of "torch/nn/modules/linear.py(125): forward"; other names as they are. O(length).
[[nodiscard]] QString frameLabel(std::string_view recorded);

// `slice` is one of the trace's.
[[nodiscard]] QString sliceLabel(const Trace& trace, SliceId slice);

} // namespace lanes
