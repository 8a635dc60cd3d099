#include "collector/doctor/ProgramChecks.h"

#include "model/base/Contains.h"

#include <charconv>

namespace lanes::doctor {

namespace {

// As cuptiGetVersion counts them: major, minor, update.
constexpr int kFirstNumbered = 130000;
constexpr int kSharesWell = 130301;
constexpr int kForgetsWell = 130401;

int numberOf(const std::string& text) {
    int value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

Finding cudaItself(const Trial& trial) {
    Finding finding{.group = Group::Gpu, .name = "CUDA in the program"};
    const int version = numberOf(trial.fact("driver.cuda")); // 13020 is 13.2
    if (trial.fact("cuda") == "works") {
        finding.found = trial.fact("devices") + ", driver for CUDA " + std::to_string(version / 1000) + "." +
                        std::to_string(version % 1000 / 10);
        return finding;
    }
    finding.state = State::Broken;
    finding.found =
        trial.fact("problem").empty() ? "the program ended on its way there" : trial.fact("problem");
    finding.why = "torch itself reaches no GPU: there is no GPU work to record.";
    finding.fix = {"nvidia-smi says whether the driver works; in a container: docker run --gpus all IMAGE"};
    return finding;
}

Finding libcupti(const Trial& trial) {
    Finding finding{.group = Group::Gpu, .name = "libcupti"};
    if (trial.fact("cupti.path").empty()) {
        finding.state = State::Broken;
        finding.found = "none is in the program";
        finding.why = "GPU work is not recorded.";
        finding.fix = {"pip install nvidia-cuda-cupti",
                       "or set CUDA_HOME to a toolkit of the program's CUDA"};
        return finding;
    }
    const int version = numberOf(trial.fact("cupti.version"));
    finding.found = cuptiVersion(version, trial.fact("cupti.package")) + ", " + trial.fact("cupti.path");
    if (version < kForgetsWell) {
        finding.state = State::Limited;
        finding.why =
            "Below 13.4 update 1 the program's memory grows while it is recorded: record minutes, not hours.";
        if (version < kSharesWell) {
            finding.why += " Below 13.3 update 1 two profilers that both subscribe can crash a program.";
        }
        finding.fix = {
            "A torch that brings a newer libcupti; it is the program's own, so ours cannot take its place."};
    }
    return finding;
}

// What the probe has said when it came to CUPTI.
Finding subscriber(const Trial& trial) {
    Finding finding{.group = Group::Gpu,
                    .name = "Recording of kernels",
                    .found = "works, no other profiler is subscribed"};
    const std::string reason = trial.said("reason");
    if (!contains(reason, "GPU work is not recorded")) {
        return finding;
    }
    finding.state = State::Broken;
    finding.found = reason.substr(reason.find("GPU work is not recorded"));
    finding.found = finding.found.substr(0, finding.found.find('\n'));
    finding.why = "Kernels, copies and calls into CUDA are missing; operators are recorded.";
    if (contains(reason, "another profiler")) {
        finding.fix = {
            "Run the program without its other profiler: Nsight that started it (nsys, ncu), Proton, "
            "or that of JAX or TensorFlow."};
    } else if (contains(reason, "administrators")) {
        finding.fix = {"echo options nvidia NVreg_RestrictProfilingToAdminUsers=0 | sudo tee "
                       "/etc/modprobe.d/lanescope.conf",
                       "then reboot; or record as root"};
    } else {
        finding.fix = {"The sentence says what is missing."};
    }
    return finding;
}

} // namespace

std::string cuptiVersion(int version, const std::string& package) {
    if (version < kFirstNumbered) {
        return package.empty() ? "older than 13" : package;
    }
    const int update = version % 100;
    return std::to_string(version / 10000) + "." + std::to_string(version / 100 % 100) +
           (update > 0 ? " update " + std::to_string(update) : "");
}

Finding pythonAndTorch(const Trial& trial) {
    Finding finding{.group = Group::Program, .name = "Python and torch"};
    const std::string torch = trial.fact("torch");
    finding.found = "Python " + trial.fact("python") + (torch.empty() ? "" : ", torch " + torch) + ", " +
                    trial.fact("python.path");
    if (torch.empty()) {
        finding.state = State::Broken;
        finding.why =
            trial.facts.empty() ? "It did not run as far as its first line." : trial.fact("problem") + ".";
        finding.fix = {"lanescope doctor -- /path/to/the/program's/python"};
    } else if (trial.fact("python.implementation") != "cpython") {
        finding.state = State::Broken;
        finding.why = "Only CPython is recorded, not " + trial.fact("python.implementation") + ".";
        finding.fix = {"Run the program with CPython 3.9 to 3.14."};
    }
    return finding;
}

Finding calibration(const Trial& trial) {
    Finding finding{.group = Group::Program, .name = "Probe", .found = trial.said("capture")};
    std::string reasons = trial.said("reason");
    if (const std::size_t gpu = reasons.find("GPU work"); gpu != std::string::npos) {
        reasons.resize(gpu); // has a line of its own
    }
    if (finding.found == "calibrated hook") {
        finding.found = "calibrated: operators, arguments, stacks and memory";
        finding.state = reasons.empty() ? State::Good : State::Limited;
        finding.why = reasons;
    } else {
        const bool nothing = finding.found.empty() || finding.found == "none";
        finding.state = nothing ? State::Broken : State::Limited;
        finding.found = nothing ? "no operator was recorded" : "the next best way: " + finding.found;
        finding.why = reasons.empty()
                          ? "The probe did not come into the program: it was started without our PYTHONPATH."
                          : reasons;
    }
    if (finding.state != State::Good) {
        finding.fix = {"Start the program without -I, -E and -S and with the environment of the recorder; "
                       "else report the sentence."};
    }
    return finding;
}

std::vector<Finding> cuda(const Trial& trial) {
    std::vector<Finding> findings;
    if (trial.fact("torch").empty()) {
        return findings;
    }
    if (trial.fact("torch.cuda").empty()) {
        findings.push_back(
            {.group = Group::Gpu, .name = "CUDA in the program", .found = "this torch is built without"});
        return findings;
    }
    findings.push_back(cudaItself(trial));
    if (trial.fact("cuda") == "works") {
        findings.push_back(libcupti(trial));
        findings.push_back(subscriber(trial));
    }
    return findings;
}

} // namespace lanes::doctor
