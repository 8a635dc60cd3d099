#include "collector/doctor/Doctor.h"

#include "collector/doctor/ProgramChecks.h"
#include "collector/doctor/SystemChecks.h"
#include "collector/recorder/counters/LineHelper.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>

namespace lanes::doctor {

namespace {

constexpr auto kPatience = std::chrono::seconds(5);
constexpr auto kPause = std::chrono::milliseconds(20);

// The helper's first line; nothing if it has none.
std::optional<std::string> firstLine(const std::string& helper) {
    recorder::LineHelper program(helper, "1000");
    const auto until = std::chrono::steady_clock::now() + kPatience;
    while (std::chrono::steady_clock::now() < until) {
        if (const std::vector<std::string> lines = program.lines(); !lines.empty()) {
            return lines.front();
        }
        std::this_thread::sleep_for(kPause);
    }
    return std::nullopt;
}

Finding noDriver() {
    return {
        .group = Group::Gpu,
        .name = "Driver",
        .state = State::Limited,
        .found = "there is no NVIDIA GPU here, or none is passed in",
        .why = "There is no GPU work to record; operators, stacks and memory are.",
        .fix = {"On a machine with a GPU: install its driver; in a container: docker run --gpus all IMAGE"}};
}

} // namespace

Finding nvml(const std::string& counterHelper) {
    constexpr std::string_view kProblem = "problem ";
    Finding finding{.group = Group::Gpu,
                    .name = "NVML",
                    .found = "utilisation, memory, power, clocks, ten times a second"};
    const std::optional<std::string> line = firstLine(counterHelper);
    if (!line || line->starts_with(kProblem)) {
        finding.state = State::Limited;
        finding.found = line ? line->substr(kProblem.size()) : "it does not answer";
        finding.why = "No curves of the GPU's utilisation, memory and power.";
        finding.fix = {"It comes with the driver; in a container: docker run --gpus all -e "
                       "NVIDIA_DRIVER_CAPABILITIES=compute,utility IMAGE"};
    }
    return finding;
}

std::vector<Finding> examine(const DoctorOptions& options) {
    const SystemChecks system(options.root);
    std::vector<Finding> findings;
    const auto add = [&](std::optional<Finding> finding) {
        if (finding) {
            findings.push_back(std::move(*finding));
        }
    };
    const Result<Trial> trial = tryRecording(options.trial);
    const bool cudaWorks = trial && trial.value().fact("cuda") == "works";
    const std::optional<Finding> driver = system.driver();
    add(driver ? driver : cudaWorks ? std::nullopt : std::optional(noDriver()));
    if (trial) {
        std::ranges::move(cuda(trial.value()), std::back_inserter(findings));
    }
    add(system.permission());
    if (driver || cudaWorks) {
        add(nvml(options.trial.counterHelper));
    }
    if (trial) {
        add(pythonAndTorch(trial.value()));
        if (!trial.value().fact("torch").empty()) {
            add(calibration(trial.value()));
        }
    } else {
        add(Finding{.group = Group::Program,
                    .name = "Python and torch",
                    .state = State::Broken,
                    .found = trial.error().message,
                    .why = "Nothing can be said of the program.",
                    .fix = {"lanescope doctor -- /path/to/the/program's/python"}});
    }
    add(system.sharedMemory());
    add(SystemChecks::disk(options.folder));
    add(SystemChecks::openFiles());
    add(system.clock());
    add(system.perf());
    add(system.ptrace());
    add(system.container());
    return findings;
}

} // namespace lanes::doctor
