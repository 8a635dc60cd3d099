// Checks what a machine and a program can record, and what prevents it.
#pragma once

#include "collector/doctor/Finding.h"
#include "collector/doctor/Trial.h"

#include <string>
#include <vector>

namespace lanes::doctor {

struct DoctorOptions {
    TrialOptions trial;
    std::string folder; // the folder for a session
    std::string root;   // as in SystemChecks
};

// Returns all lines, by group. Runs the interpreter, and writes 64 MiB into the folder temporarily. Takes some
// seconds. One thread.
[[nodiscard]] std::vector<Finding> examine(const DoctorOptions& options);

// Returns the state of the driver's management library, as the recorder's own helper reports it.
[[nodiscard]] Finding nvml(const std::string& counterHelper);

} // namespace lanes::doctor
