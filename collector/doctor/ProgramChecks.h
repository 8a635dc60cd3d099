// The findings about a program's Python, torch and CUDA from a trial.
#pragma once

#include "collector/doctor/Finding.h"
#include "collector/doctor/Trial.h"

#include <optional>
#include <vector>

namespace lanes::doctor {

// Returns "13.4 update 1" for 130401, as cuptiGetVersion counts from CUDA 13 on. Older versions are named by pip's
// package ("12.8.90"), or else "old".
[[nodiscard]] std::string cuptiVersion(int version, const std::string& package);

[[nodiscard]] Finding pythonAndTorch(const Trial& trial);
[[nodiscard]] Finding calibration(const Trial& trial);
// Returns the GPU findings, one line each, without those that cannot be determined: CUDA, libcupti and its faults,
// other profilers.
[[nodiscard]] std::vector<Finding> cuda(const Trial& trial);

} // namespace lanes::doctor
