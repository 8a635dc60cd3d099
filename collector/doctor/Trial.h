// A moment of torch, really recorded: what the doctor says of a program is what recording one has shown.
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
    // What the program has said of itself (lanescope_probe/doctor_trial.py): "torch", "cuda", "cupti.version"...
    std::map<std::string, std::string> facts;
    // What the session says of it: "capture", "reason".
    std::map<std::string, std::string> session;
    int exitCode = 0;

    // Empty where nothing was said.
    [[nodiscard]] std::string fact(const std::string& key) const;
    [[nodiscard]] std::string said(const std::string& key) const;
};

// Takes as long as importing torch does. One thread. An error if the interpreter cannot be started or nothing can be written;
// in a folder of its own, which is gone afterwards.
[[nodiscard]] Result<Trial> tryRecording(const TrialOptions& options);

} // namespace lanes::doctor
