#include "app/cli/Command.h"
#include "app/cli/Commands.h"
#include "app/cli/InstalledFiles.h"
#include "app/cli/recording/RecordArguments.h"
#include "app/cli/recording/RecordingReport.h"
#include "app/cli/recording/RemoteJob.h"
#include "collector/recorder/Recorder.h"
#include "model/base/Utf8.h"

#include <sys/resource.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace lanes::cli {

namespace {

// What a shell answers for a program that it cannot find, or cannot start.
constexpr int kNotFound = 127;
constexpr int kNotStarted = 126;

// Where the process that waits for it can join.
void sayFolder(const std::string& folder) {
    std::printf("%s\n", folder.c_str());
    std::fflush(stdout);
}

int codeOf(recorder::StartFailure failure) {
    switch (failure) {
    case recorder::StartFailure::NoSuchProgram:
        return kNotFound;
    case recorder::StartFailure::Program:
        return kNotStarted;
    default:
        return kFailed;
    }
}

// Ends as the program has ended, so that whoever started us sees no difference.
int endLike(recorder::ExitStatus status) {
    if (status.signal != 0) {
        const rlimit noCore{0, 0};
        setrlimit(RLIMIT_CORE, &noCore);
        std::signal(status.signal, SIG_DFL);
        std::raise(status.signal);
    }
    return status.shellCode();
}

// The program's folder becomes ours; the session and the file of figures go where they would have gone.
Result<void> enter(const std::string& folder, recorder::RecordOptions& options) {
    std::error_code problem;
    options.output = std::filesystem::absolute(options.output, problem).string();
    if (!options.metrics.empty()) {
        options.metrics = std::filesystem::absolute(options.metrics, problem).string();
    }
    std::filesystem::current_path(folder, problem);
    return problem ? Error{"--folder: " + folder + ": " + problem.message() + "."} : Result<void>();
}

} // namespace

int runRecord(int argc, char** argv) {
    auto taken = takeRecordArguments(argc, argv);
    if (!taken) {
        std::fprintf(stderr, "lanescope: %s\n", forTerminal(taken.error().message).c_str());
        return kUsage;
    }
    const RecordArguments& given = taken.value();
    if (given.exitCode) {
        return *given.exitCode;
    }
    recorder::RecordOptions options = given.options;
    if (!given.remote.on.empty()) {
        const std::string fresh =
            options.command.empty() ? given.remote.resume + ".lanes" : defaultOutput(options.command);
        if (given.remote.on.size() > 1) {
            return recordJob(given.remote, given.remote.output.empty() ? fresh : given.remote.output);
        }
        return recordOn(given.remote, fresh);
    }
    if (given.joining != 0) {
        options.command = commandOf(given.joining);
    }
    options.freshName = options.output.empty();
    if (options.freshName) {
        options.output = defaultOutput(options.command);
    }
    if (!given.folder.empty()) {
        if (const auto entered = enter(given.folder, options); !entered) {
            std::fprintf(stderr, "lanescope: %s\n", forTerminal(entered.error().message).c_str());
            return kUsage;
        }
    }
    const bool fetched = sessionIsFetched();
    options.tell = tellerOf(options.output, fetched);
    options.bootFolder = bootFolder();
    options.counterHelper = counterHelper(options.bootFolder);
    if (!hasProbe(options.bootFolder)) {
        return kFailed;
    }
    recorder::StartFailure failure{};
    const auto outcome = given.joining != 0 ? recorder::recordJoining(options, given.joining, &sayFolder)
                                            : recorder::record(options, failure);
    if (!outcome) {
        std::fprintf(stderr, "lanescope: %s\n", forTerminal(outcome.error().message).c_str());
        return codeOf(failure);
    }
    reportRecording(outcome.value(), fetched);
    return endLike(outcome.value().status);
}

} // namespace lanes::cli
