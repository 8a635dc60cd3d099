// What a machine and a program can record, and what stands in the way.
#pragma once

#include "collector/doctor/Finding.h"
#include "collector/doctor/Trial.h"

#include <string>
#include <vector>

namespace lanes::doctor {

struct DoctorOptions {
    TrialOptions trial;
    std::string folder; // where a session would go
    std::string root;   // as in SystemChecks
};

// All lines, by group. Runs the interpreter, and writes 64 MiB into the folder for a moment. Some seconds. One thread.
[[nodiscard]] std::vector<Finding> examine(const DoctorOptions& options);

// What the driver's management library says, asked by the recorder's own helper.
[[nodiscard]] Finding nvml(const std::string& counterHelper);

} // namespace lanes::doctor
