// Records a moment of torch. The doctor's findings about a program thus come from a real recording.
#pragma once

#include "model/base/Result.h"

#include <map>
#include <string>
#include <vector>

namespace lanes::doctor {

struct TrialOptions {
    std::vector<std::string> interpreter; // "python3", or "env", "A=B", "python3"
    std::string bootFolder;               // as in recorder::RecordOptions
    std::string counterHelper;
};

struct Trial {
    // The facts that the program has reported (lanescope_probe/doctor_trial.py): "torch", "cuda", "cupti.version"...
    std::map<std::string, std::string> facts;
    // The facts in the session about the program: "capture", "reason".
    std::map<std::string, std::string> session;
    int exitCode = 0;

    // Return an empty text for a missing fact.
    [[nodiscard]] std::string fact(const std::string& key) const;
    [[nodiscard]] std::string said(const std::string& key) const;
};

// Takes as long as an import of torch. One thread. An error if the interpreter cannot be started or nothing can be
// written. Works in a temporary folder, which is removed afterwards.
[[nodiscard]] Result<Trial> tryRecording(const TrialOptions& options);

} // namespace lanes::doctor
