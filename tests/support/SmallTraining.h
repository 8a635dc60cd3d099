// One step of a training, small enough to know by heart: forward on the main thread, backward on the autograd
// thread, one kernel on a stream; with shapes, stacks and arrows.
#pragma once

#include "model/trace/Trace.h"

#include <memory>
#include <string>
#include <string_view>

namespace lanes::test {

// MainThread: step > aten::linear > aten::addmm > cudaLaunchKernel; aten::relu twice.
// pt_autograd_0: aten::mm, the backward of aten::linear. stream 7: ampere_sgemm_128x64_nn.
// Stacks end in line 3 of `script`.
[[nodiscard]] std::shared_ptr<const Trace> smallTraining(const std::string& script = "train.py");

// The first slice of that name; none if there is none.
[[nodiscard]] SliceId sliceNamed(const Trace& trace, std::string_view name);

} // namespace lanes::test
