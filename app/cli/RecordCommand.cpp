#include "app/cli/RecordCommand.h"

#include "app/cli/Command.h"
#include "app/cli/InstalledFiles.h"
#include "app/cli/RecordArguments.h"
#include "collector/recorder/Recorder.h"
#include "model/base/Format.h"
#include "model/base/Utf8.h"

#include <sys/resource.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>

namespace fs = std::filesystem;

namespace lanes::cli {

namespace {

// What a shell answers for a program that it cannot find, or cannot start.
constexpr int kNotFound = 127;
constexpr int kNotStarted = 126;
// "train-20260131-142501.lanes": the script's name rather than the interpreter's, where there is one.
std::string defaultOutput(const std::vector<std::string>& command) {
    fs::path name = fs::path(command.front()).filename();
    for (const std::string& word : command) {
        if (word.ends_with(".py")) {
            name = fs::path(word).stem();
            break;
        }
    }
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    std::array<char, 32> stamp{};
    std::strftime(stamp.data(), stamp.size(), "-%Y%m%d-%H%M%S", &local);
    return name.string() + stamp.data() + ".lanes";
}

// "9,290 records and 47 threads lost", or "0 lost".
std::string lossText(const recorder::Losses& lost) {
    std::string text;
    const auto add = [&](std::uint64_t count, const char* one, const char* many) {
        if (count > 0) {
            text += (text.empty() ? "" : ", ") + formatCount(static_cast<std::int64_t>(count)) + " " +
                    (count == 1 ? one : many);
        }
    };
    add(lost.records, "record", "records");
    add(lost.threads, "thread", "threads");
    add(lost.processes, "process", "processes");
    return (lost.any() ? text : "0") + " lost";
}

void report(const recorder::RecordOutcome& outcome) {
    if (outcome.writeError) {
        std::fprintf(stderr,
                     "lanescope: %s. The program ran on, the session ends there and opens; make room or "
                     "choose another "
                     "place with -o, and record again.\n",
                     outcome.writeError->message.c_str());
        return;
    }
    if (!outcome.kept) {
        std::fprintf(stderr, "lanescope: %s\n",
                     outcome.saved.empty() ? "nothing happened that was to be saved: there is no session"
                                           : ("the last of what was saved is " + outcome.saved).c_str());
        return;
    }
    std::fprintf(stderr, "lanescope: %s: %s events, %s\n", outcome.output.c_str(),
                 formatCount(static_cast<std::int64_t>(outcome.events)).c_str(),
                 lossText(outcome.lost).c_str());
    for (const std::string& reason : outcome.reasons) {
        std::fprintf(stderr, "lanescope: not recorded: %s\n", reason.c_str());
    }
    for (const std::string& note : outcome.notes) {
        std::fprintf(stderr, "lanescope: %s\n", forTerminal(note).c_str());
    }
}

// The command line of a process that runs; its pid where that cannot be read.
std::vector<std::string> commandOf(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/cmdline", std::ios::binary);
    std::vector<std::string> words;
    for (std::string word; std::getline(file, word, '\0');) {
        words.push_back(word);
    }
    return words.empty() ? std::vector<std::string>{"process-" + std::to_string(process)} : words;
}

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
        return recordOn(given.remote, options.command.empty() ? given.remote.resume + ".lanes"
                                                              : defaultOutput(options.command));
    }
    if (given.joining != 0) {
        options.command = commandOf(given.joining);
    }
    options.freshName = options.output.empty();
    if (options.freshName) {
        options.output = defaultOutput(options.command);
    }
    options.tell = [](const std::string& line) {
        std::fprintf(stderr, "lanescope: %s\n", forTerminal(line).c_str());
    };
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
    report(outcome.value());
    return endLike(outcome.value().status);
}

} // namespace lanes::cli
