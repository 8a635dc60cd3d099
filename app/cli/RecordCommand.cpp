#include "app/cli/RecordCommand.h"

#include "app/cli/Command.h"
#include "app/cli/InstalledFiles.h"
#include "collector/recorder/Recorder.h"
#include "model/base/Format.h"
#include "model/base/Utf8.h"

#include <CLI/CLI.hpp>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <string_view>

namespace fs = std::filesystem;

namespace lanes::cli {

namespace {

// What a shell answers for a program that it cannot find, or cannot start.
constexpr int kNotFound = 127;
constexpr int kNotStarted = 126;
constexpr const char* kUsageLine =
    "Usage: lanescope record [-o FILE] [--cupti share|own|yield] -- PROGRAM [ARGUMENTS...]";

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

// Where the program's own words begin: at "--", or at the first word that is none of our options. What follows is not
// ours to understand.
int commandStart(int argc, char** argv) {
    int at = 1;
    while (at < argc && argv[at][0] == '-' && std::string_view(argv[at]) != "--") {
        const std::string_view word = argv[at];
        at += word == "-o" || word == "--output" || word == "--cupti" ? 2 : 1;
    }
    return std::min(at, argc);
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

ring::DeviceSharing sharingOf(std::string_view word) {
    if (word == "own") {
        return ring::DeviceSharing::Own;
    }
    return word == "yield" ? ring::DeviceSharing::Yield : ring::DeviceSharing::Share;
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
    CLI::App parser("Runs a program and records what it does into a session", "lanescope record");
    std::string output;
    parser.add_option("-o,--output", output,
                      "where the session goes; otherwise beside you, named after the program and the time");
    std::string sharing = "share";
    parser
        .add_option(
            "--cupti", sharing,
            "where the program has a profiler of its own for GPUs, as torch.profiler is: share (both "
            "record all; the default), own (it gets nothing), yield (nothing is recorded while it does)")
        ->option_text("share|own|yield")
        ->check(CLI::IsMember({"share", "own", "yield"}));
    parser.footer(kUsageLine);
    const int start = commandStart(argc, argv);
    try {
        parser.parse(start, argv);
    } catch (const CLI::ParseError& stop) {
        return parser.exit(stop) == 0 ? kGood : kUsage;
    }
    if (parser.count("--output") > 0 && (output.empty() || output.starts_with('-'))) {
        std::fprintf(stderr, "lanescope: -o needs the name of a file, not '%s'.\n%s\n", output.c_str(),
                     kUsageLine);
        return kUsage;
    }
    recorder::RecordOptions options;
    options.sharing = sharingOf(sharing);
    const bool separated = start < argc && std::string_view(argv[start]) == "--";
    options.command.assign(argv + start + (separated ? 1 : 0), argv + argc);
    if (options.command.empty()) {
        std::fprintf(stderr, "lanescope: no program to record.\n%s\n", kUsageLine);
        return kUsage;
    }
    options.freshName = output.empty();
    options.output = output.empty() ? defaultOutput(options.command) : output;
    options.bootFolder = bootFolder();
    options.counterHelper = counterHelper(options.bootFolder);
    if (!hasProbe(options.bootFolder)) {
        return kFailed;
    }
    recorder::StartFailure failure{};
    const auto outcome = recorder::record(options, failure);
    if (!outcome) {
        std::fprintf(stderr, "lanescope: %s\n", forTerminal(outcome.error().message).c_str());
        switch (failure) {
        case recorder::StartFailure::NoSuchProgram:
            return kNotFound;
        case recorder::StartFailure::Program:
            return kNotStarted;
        default:
            return kFailed;
        }
    }
    report(outcome.value());
    return endLike(outcome.value().status);
}

} // namespace lanes::cli
