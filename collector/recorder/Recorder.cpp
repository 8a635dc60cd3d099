#include "collector/recorder/Recorder.h"

#include "collector/recorder/Capture.h"
#include "collector/recorder/RecordingControl.h"
#include "collector/recorder/host/OutputFile.h"
#include "collector/recorder/host/ProgramWatch.h"
#include "collector/recorder/host/RingFolder.h"
#include "collector/recorder/host/Secrets.h"
#include "collector/recorder/host/TruncatedFiles.h"
#include "collector/recorder/sink/WriterThread.h"
#include "collector/ring/RingLayout.h"
#include "model/session/SessionWriter.h"

#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>

namespace fs = std::filesystem;

namespace lanes::recorder {

namespace {

// Children that outlive the program are recorded until they have been quiet for so long: one that works on is worth
// waiting for, an idle daemon must not keep the user's prompt away. Ctrl-C ends the wait at once.
constexpr TimeNs kQuietAfterTheEnd = 3'000'000'000;

std::string hostName() {
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

std::vector<std::pair<std::string, std::string>> environmentFor(const RecordOptions& options,
                                                                const std::string& folder) {
    std::string path = options.bootFolder;
    if (const char* before = std::getenv("PYTHONPATH"); before != nullptr && *before != 0) {
        path += std::string(":") + before;
    }
    return {{"PYTHONPATH", path}, {ring::kFolderVariable, folder}};
}

// What NVIDIA's libraries are to load into programs: the probe, unless the user wants another.
struct Injection {
    const char* variable;
    const char* without; // what is not recorded otherwise
};
constexpr std::array kInjections{
    Injection{"CUDA_INJECTION64_PATH", "GPU work of programs without torch"}, // by CUDA's driver
    Injection{"NVTX_INJECTION64_PATH", "Ranges and marks of NVTX"},           // by each copy of NVTX
};

// The user's own; empty if there is none.
std::string ownInjection(const Injection& injection) {
    const char* path = std::getenv(injection.variable);
    return path != nullptr ? path : "";
}

// Runs until the program has ended, and its children within reason.
ExitStatus runToTheEnd(TargetProcess& target, Capture& capture, RecordingControl& control,
                       RecordingPlan& plan, ProgramWatch& watch) {
    std::optional<ExitStatus> status;
    while (!status) {
        watch.look(ring::monotonicNs());
        control.turn();
        plan.turn();
        status = target.wait(capture.turn());
    }
    int pause = capture.turn();
    while (capture.alive() && capture.quietFor() < kQuietAfterTheEnd && !target.interrupted(pause)) {
        control.turn();
        plan.turn();
        pause = capture.turn();
    }
    return *status;
}

} // namespace

Result<RecordOutcome> record(const RecordOptions& options, StartFailure& failure) {
    failure = StartFailure::Output;
    signal(SIGXFSZ, SIG_IGN); // a session that grows beyond the user's limit is a full disk, no reason to die
    surviveTruncatedFiles();
    RingFolder::removeStale();
    auto output = OutputFile::create(options.output, options.freshName, options.bounds);
    if (!output) {
        return output.error();
    }
    auto folder = RingFolder::create(options.sharing, options.sources);
    if (!folder) {
        return folder.error();
    }
    auto thread = std::make_unique<WriterThread>(output.value().takeOutput());
    WriterThread& disk = *thread;
    auto writer = session::SessionWriter::create(std::move(thread));
    if (!writer) {
        return writer.error();
    }
    writer.value().keepNewest(options.bounds);
    SessionInfo info;
    info.producer = "lanescope " LANESCOPE_VERSION;
    info.host = hostName();
    info.command = withoutSecrets(options.command);
    Capture capture(std::move(folder).value(), std::move(writer).value(), disk, std::move(info),
                    options.counterHelper);
    if (auto written = disk.sync(); !written) {
        return written.error();
    }
    RecordingControl control(capture);
    RecordingPlan plan(capture, options.times);
    bool missing = false;
    const auto forPython = environmentFor(options, capture.folder());
    auto environment = forPython;
    for (const Injection& injection : kInjections) {
        if (ownInjection(injection).empty()) {
            environment.emplace_back(injection.variable,
                                     options.bootFolder + "/lanescope_probe/liblanescope_probe.so");
        }
    }
    auto target = TargetProcess::start(options.command, environment, &missing);
    if (!target) {
        failure = missing ? StartFailure::NoSuchProgram : StartFailure::Program;
        return target.error();
    }
    failure = StartFailure::None;
    RecordOutcome outcome;
    const Result<void> published = output.value().publish(options.freshName);
    outcome.output = output.value().path();
    control.describe(fs::absolute(outcome.output).string(), target.value().pid(),
                     withoutSecrets(options.command));
    ProgramWatch watch(target.value().pid(), forPython);
    outcome.status = runToTheEnd(target.value(), capture, control, plan, watch);
    for (const Injection& injection : kInjections) {
        if (const std::string own = ownInjection(injection); !own.empty()) {
            capture.addReason(std::string(injection.without) + ", because " + injection.variable +
                              " names another library, " + own + ": unset it.");
        }
    }
    outcome.reasons = capture.sayWhy(watch);
    capture.finish(outcome.status.shellCode());
    outcome.notes = capture.notes();
    outcome.events = capture.events();
    outcome.lost = {capture.lost(), capture.threadsRefused(), capture.processesRefused()};
    outcome.writeError = published ? capture.writeError() : published.error();
    return outcome;
}

} // namespace lanes::recorder
