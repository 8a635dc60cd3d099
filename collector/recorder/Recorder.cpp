#include "collector/recorder/Recorder.h"

#include "collector/recorder/Capture.h"
#include "collector/recorder/RecordingControl.h"
#include "collector/recorder/flight/FlightRecorder.h"
#include "collector/recorder/host/OutputFile.h"
#include "collector/recorder/host/ProcessSignals.h"
#include "collector/recorder/host/ProgramWatch.h"
#include "collector/recorder/host/RingFolder.h"
#include "collector/recorder/host/Secrets.h"
#include "collector/recorder/host/TruncatedFiles.h"
#include "collector/recorder/sink/WriterThread.h"
#include "collector/ring/RingLayout.h"
#include "model/base/File.h"
#include "model/base/Result.h"
#include "model/session/writing/SessionWriter.h"

#include <poll.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lanes::recorder {

namespace {

// A process that is recorded without having been started by us, and may end at any time. It joins by itself and tells us on our
// standard input when it leaves; or it has been made to join, and whoever did that ends it by Ctrl-C.
// One thread. Signals that end programs are blocked from here on and taken by over(): what is recorded is to get its end.
class JoiningProcess {
public:
    enum class Ends { ByItself, OnInterrupt };

    // An error says why there can be no such recording.
    static Result<JoiningProcess> watch(pid_t process, Ends ends);

    // Waits up to `milliseconds`. True from the moment on that the process has ended or left - a byte on our standard input,
    // or its end - or somebody asked us to end. Of one that ends by itself, Ctrl-C is its own affair.
    [[nodiscard]] bool over(int milliseconds);
    [[nodiscard]] bool ended() const;

private:
    JoiningProcess(File process, File signals, Ends ends)
        : process_(std::move(process))
        , signals_(std::move(signals))
        , ends_(ends) {}

    File process_;
    File signals_;
    Ends ends_;
};

Result<JoiningProcess> JoiningProcess::watch(pid_t process, Ends ends) {
    // No function of libc before 2.36.
    File found(static_cast<int>(syscall(SYS_pidfd_open, process, 0)));
    if (!found) {
        return Error{"Process " + std::to_string(process) + " cannot be watched: " + std::strerror(errno) +
                     (errno == ENOSYS ? "; this needs Linux 5.3 or later." : ".")};
    }
    sigset_t endings;
    sigemptyset(&endings);
    sigaddset(&endings, SIGTERM);
    // Under nohup it is ignored. A signal that is blocked comes all the same.
    if (struct sigaction before{}; sigaction(SIGHUP, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) {
        sigaddset(&endings, SIGHUP);
    }
    if (ends == Ends::OnInterrupt) {
        sigaddset(&endings, SIGINT);
    } else {
        signal(SIGINT, SIG_IGN);
    }
    sigprocmask(SIG_BLOCK, &endings, nullptr);
    signal(SIGPIPE, SIG_IGN); // nobody needs to read what we say
    return JoiningProcess(std::move(found), File(signalfd(-1, &endings, SFD_CLOEXEC)), ends);
}

bool JoiningProcess::over(int milliseconds) {
    const int input = ends_ == Ends::ByItself ? STDIN_FILENO : -1;
    std::array<pollfd, 3> waiting{pollfd{process_.get(), POLLIN, 0}, pollfd{input, POLLIN, 0},
                                  pollfd{signals_.get(), POLLIN, 0}};
    poll(waiting.data(), waiting.size(), milliseconds);
    return std::ranges::any_of(waiting, [](const pollfd& event) { return event.revents != 0; });
}

bool JoiningProcess::ended() const {
    pollfd process{process_.get(), POLLIN, 0};
    return poll(&process, 1, 0) == 1;
}

// A recording that has begun: its folder, its file and who looks after them; whatever is recorded, and whoever started it.
// One thread. Not moved: parts refer to one another.
class OpenRecording {
public:
    // Makes the folder and the file; `command` is what the session says of the program. An error names the file and the
    // remedy; nothing is left behind then. `user`: as whom the program opens files, if not as we do.
    static Result<std::unique_ptr<OpenRecording>>
    begin(const RecordOptions& options, std::vector<std::string> command, std::optional<FileUser> user = {});

    [[nodiscard]] Capture& capture() { return *capture_; }
    // Of the session.
    [[nodiscard]] const std::string& path() const { return output_.path(); }
    // The program runs: the file gets its name, and commands of `lanescope ctl` find the recording.
    void publish(pid_t program);
    // Does what commands ask and what it is time for.
    void turn();
    // These times instead of the options', from now on.
    void follow(const RecordingTimes& times) { plan_ = std::make_unique<RecordingPlan>(*capture_, times); }
    // Of a program that has been attached to: it may be let go, and is to be, by a command or because its time is over.
    void allowDetach() { control_->allowDetach(); }
    [[nodiscard]] bool detachIsDue() const { return control_->detachAsked() || plan_->over(); }
    // Ends the session, and removes a flight recorder's that has saved what was to be saved. `status`: of the program. What it says of reasons is for the caller to add.
    RecordOutcome finish(ExitStatus status);

private:
    OpenRecording(OutputFile output, std::vector<std::string> command, bool freshName)
        : output_(std::move(output))
        , command_(std::move(command))
        , freshName_(freshName) {}

    OutputFile output_;
    std::vector<std::string> command_; // without secrets
    bool freshName_;
    std::unique_ptr<LiveMetrics> metrics_; // of record --metrics; null: none
    std::unique_ptr<Capture> capture_;
    std::unique_ptr<FlightRecorder> flight_;
    std::unique_ptr<RecordingControl> control_;
    std::unique_ptr<RecordingPlan> plan_;
    Result<void> published_;
};

std::string hostName() {
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

Result<std::unique_ptr<OpenRecording>> OpenRecording::begin(const RecordOptions& options,
                                                            std::vector<std::string> command,
                                                            std::optional<FileUser> user) {
    surviveFileLimit();
    surviveTruncatedFiles();
    RingFolder::removeStale();
    auto output = OutputFile::create(options.output, options.freshName, options.bounds);
    if (!output) {
        return output.error();
    }
    std::unique_ptr<LiveMetrics> metrics;
    if (!options.metrics.empty()) {
        auto begun = LiveMetrics::begin(options.metrics);
        if (!begun) {
            return begun.error();
        }
        metrics = std::move(begun).value();
    }
    auto folder = RingFolder::create(options.sharing, options.sources, options.samplesPerSecond,
                                     options.filter, user.has_value());
    if (!folder) {
        return folder.error();
    }
    std::unique_ptr<OpenRecording> made(
        new OpenRecording(std::move(output).value(), withoutSecrets(std::move(command)), options.freshName));
    made->metrics_ = std::move(metrics);
    auto thread = std::make_unique<WriterThread>(made->output_.takeOutput());
    WriterThread& disk = *thread;
    auto writer = session::SessionWriter::create(std::move(thread));
    if (!writer) {
        return writer.error();
    }
    writer.value().keepNewest(options.bounds);
    SessionInfo info;
    info.producer = "lanescope " LANESCOPE_VERSION;
    info.host = hostName();
    info.command = made->command_;
    made->capture_ =
        std::make_unique<Capture>(std::move(folder).value(), std::move(writer).value(), disk, std::move(info),
                                  options.counterHelper, options.filter, made->metrics_.get());
    if (auto written = disk.sync(); !written) {
        return written.error();
    }
    made->flight_ = std::make_unique<FlightRecorder>(*made->capture_, options.flight, options.tell);
    made->control_ = std::make_unique<RecordingControl>(*made->capture_, *made->flight_);
    made->plan_ = std::make_unique<RecordingPlan>(*made->capture_, options.times);
    if (user) {
        RingFolder::giveTo(made->capture_->folder(), *user);
    }
    return made;
}

void OpenRecording::publish(pid_t program) {
    published_ = output_.publish(freshName_);
    flight_->saveBeside(output_.path());
    control_->describe(std::filesystem::absolute(output_.path()).string(), program, command_);
}

void OpenRecording::turn() {
    control_->turn();
    plan_->turn();
    flight_->turn();
}

RecordOutcome OpenRecording::finish(ExitStatus status) {
    capture_->stop(status.shellCode());
    flight_->atEnd(status);
    capture_->finish();
    RecordOutcome outcome;
    outcome.status = status;
    outcome.output = output_.path();
    outcome.notes = capture_->notes();
    outcome.events = capture_->events();
    outcome.lost = {capture_->lost(), capture_->threadsRefused(), capture_->processesRefused()};
    outcome.writeError = published_ ? capture_->writeError() : published_.error();
    if (flight_->on() && flight_->allSaved()) {
        std::error_code ignored;
        std::filesystem::remove(outcome.output, ignored);
        outcome.kept = false;
        outcome.saved = flight_->lastSaved();
    }
    return outcome;
}

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
