#include "collector/recorder/Recorder.h"

#include "collector/recorder/OpenRecording.h"
#include "collector/recorder/host/JoiningProcess.h"
#include "collector/recorder/host/ProgramWatch.h"
#include "collector/ring/RingLayout.h"

#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <future>

namespace lanes::recorder {

namespace {

// Children that outlive the program are recorded until they have been quiet for so long: one that works on is worth
// waiting for, an idle daemon must not keep the user's prompt away. Ctrl-C ends the wait at once.
constexpr TimeNs kQuietAfterTheEnd = 3'000'000'000;

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
ExitStatus runToTheEnd(TargetProcess& target, OpenRecording& recording, ProgramWatch& watch) {
    Capture& capture = recording.capture();
    std::optional<ExitStatus> status;
    while (!status) {
        watch.look(ring::monotonicNs());
        recording.turn();
        status = target.wait(capture.turn());
    }
    int pause = capture.turn();
    while (capture.alive() && capture.quietFor() < kQuietAfterTheEnd && !target.interrupted(pause)) {
        recording.turn();
        pause = capture.turn();
    }
    return *status;
}

// While it is made to join: times count from then on.
RecordOptions withoutClock(RecordOptions options) {
    options.times.startPaused = options.times.startPaused || options.times.delay > 0;
    options.times.delay = 0;
    options.times.duration.reset();
    return options;
}

// Rings fill meanwhile.
Result<void> whileRecording(OpenRecording& recording, const std::function<Result<void>()>& work) {
    auto working = std::async(std::launch::async, work);
    int pause = 0;
    while (working.wait_for(std::chrono::milliseconds(pause)) != std::future_status::ready) {
        recording.turn();
        pause = recording.capture().turn();
    }
    return working.get();
}

// As whom a process opens files, if not as we do.
std::optional<FileUser> anotherUserOf(pid_t process) {
    std::optional<FileUser> user = fileUserOf(process);
    return user && user->user != geteuid() ? user : std::nullopt;
}

std::vector<std::string> whyNothing(bool nothing) {
    return nothing ? std::vector<std::string>{"No operator of torch ran from its begin to its end."}
                   : std::vector<std::string>();
}

} // namespace

Result<RecordOutcome> record(const RecordOptions& options, StartFailure& failure) {
    failure = StartFailure::Output;
    auto begun = OpenRecording::begin(options, options.command);
    if (!begun) {
        return begun.error();
    }
    OpenRecording& recording = *begun.value();
    Capture& capture = recording.capture();
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
    if (!options.children) {
        capture.recordOnly(target.value().pid());
    }
    recording.publish(target.value().pid());
    ProgramWatch watch(target.value().pid(), forPython, capture.folder());
    const ExitStatus status = runToTheEnd(target.value(), recording, watch);
    for (const Injection& injection : kInjections) {
        if (const std::string own = ownInjection(injection); !own.empty()) {
            capture.addReason(std::string(injection.without) + ", because " + injection.variable +
                              " names another library, " + own + ": unset it.");
        }
    }
    const std::vector<std::string> reasons =
        capture.sayWhy([&](bool nothing) { return watch.reasons(nothing); });
    RecordOutcome outcome = recording.finish(status);
    outcome.reasons = reasons;
    return outcome;
}

Result<RecordOutcome> recordJoining(const RecordOptions& options, pid_t process,
                                    const std::function<void(const std::string& folder)>& ready) {
    auto watched = JoiningProcess::watch(process, JoiningProcess::Ends::ByItself);
    if (!watched) {
        return watched.error();
    }
    JoiningProcess& program = watched.value();
    auto begun = OpenRecording::begin(options, options.command);
    if (!begun) {
        return begun.error();
    }
    OpenRecording& recording = *begun.value();
    Capture& capture = recording.capture();
    recording.publish(process);
    ready(capture.folder());
    do {
        recording.turn();
    } while (!program.over(capture.turn()));
    const std::vector<std::string> reasons = capture.sayWhy(&whyNothing);
    RecordOutcome outcome = recording.finish({});
    outcome.reasons = reasons;
    return outcome;
}

Result<RecordOutcome> recordAttached(const RecordOptions& options, pid_t process,
                                     const Attaching& attaching) {
    auto watched = JoiningProcess::watch(process, JoiningProcess::Ends::OnInterrupt);
    if (!watched) {
        return watched.error();
    }
    JoiningProcess& program = watched.value();
    auto begun = OpenRecording::begin(withoutClock(options), options.command, anotherUserOf(process));
    if (!begun) {
        return begun.error();
    }
    OpenRecording& recording = *begun.value();
    Capture& capture = recording.capture();
    if (auto joined = whileRecording(recording, [&] { return attaching.join(capture.folder()); }); !joined) {
        return joined.error();
    }
    recording.publish(process);
    recording.follow(options.times);
    recording.allowDetach();
    attaching.begun(recording.path());
    do {
        recording.turn();
    } while (!program.over(capture.turn()) && !recording.detachIsDue());
    const Result<void> left = program.ended() ? Result<void>() : whileRecording(recording, attaching.leave);
    const std::vector<std::string> reasons = capture.sayWhy(&whyNothing);
    RecordOutcome outcome = recording.finish({});
    outcome.reasons = reasons;
    if (!left && !program.ended()) {
        outcome.notes.push_back(left.error().message +
                                " It notices by itself that the recording is over; its hooks go then.");
    }
    return outcome;
}

} // namespace lanes::recorder
