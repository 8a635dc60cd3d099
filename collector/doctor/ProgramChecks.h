// What a trial says of a program's Python, torch and CUDA.
#pragma once

#include "collector/doctor/Finding.h"
#include "collector/doctor/Trial.h"

#include <optional>
#include <vector>

namespace lanes::doctor {

// "13.4 update 1" of 130401, as cuptiGetVersion counts from CUDA 13 on; older ones by pip's package ("12.8.90"), else "old".
[[nodiscard]] std::string cuptiVersion(int version, const std::string& package);

[[nodiscard]] Finding pythonAndTorch(const Trial& trial);
[[nodiscard]] Finding calibration(const Trial& trial);
// Of the GPU, one line each, and none that nobody can tell: whether CUDA works, libcupti and its faults, other profilers.
[[nodiscard]] std::vector<Finding> cuda(const Trial& trial);

} // namespace lanes::doctor
