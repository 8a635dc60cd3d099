#include "app/cli/RecordCommand.h"

#include "app/cli/Command.h"
#include "app/cli/InstalledFiles.h"
#include "app/cli/ParseArguments.h"
#include "app/cli/RemoteRecord.h"
#include "app/cli/TimeArgument.h"
#include "collector/recorder/Recorder.h"
#include "model/base/Format.h"
#include "model/base/Utf8.h"

#include <CLI/CLI.hpp>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace fs = std::filesystem;

namespace lanes::cli {

namespace {

// What a shell answers for a program that it cannot find, or cannot start.
constexpr int kNotFound = 127;
constexpr int kNotStarted = 126;
constexpr const char* kUsageLine = "Usage: lanescope record [-o FILE] [OPTIONS...] -- PROGRAM [ARGUMENTS...]";
constexpr std::uint64_t kLeastSize = std::uint64_t{8} << 20; // the largest chunk fits, with what it refers to
// Options that take the next word.
constexpr std::array<std::string_view, 11> kWithValue{"-o",         "--output", "--cupti",    "--delay",
                                                      "--duration", "--env",    "--max-size", "--for",
                                                      "--on",       "--folder", "--resume"};

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
        at += std::ranges::find(kWithValue, word) != kWithValue.end() ? 2 : 1;
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

// The options as they are given.
struct Arguments {
    std::string output;
    std::string sharing = "share";
    std::string delay;
    std::string duration;
    std::vector<std::string> environment; // "NAME=VALUE"
    pid_t joining = 0;                    // 0: a program is started
    bool startPaused = false;
    bool noShapes = false;
    bool noStacks = false;
    bool noMemory = false;
    std::string maxSize;
    RemoteRecord remote;
};

void addOptions(CLI::App& parser, Arguments& given) {
    parser.add_option("-o,--output", given.output,
                      "where the session goes; otherwise beside you, named after the program and the time");
    parser
        .add_option(
            "--cupti", given.sharing,
            "where the program has a profiler of its own for GPUs, as torch.profiler is: share (both "
            "record all; the default), own (it gets nothing), yield (nothing is recorded while it does)")
        ->option_text("share|own|yield")
        ->check(CLI::IsMember({"share", "own", "yield"}));
    parser.add_flag(
        "--start-paused", given.startPaused,
        "record nothing before 'lanescope ctl PID start'; a paused program runs at its own speed");
    parser.add_option("--delay", given.delay, "record nothing for so long: 500ms, 10s, 2min")
        ->option_text("TIME");
    parser
        .add_option(
            "--duration", given.duration,
            "pause after so much recorded time; the program runs on, 'lanescope ctl PID start' goes on")
        ->option_text("TIME");
    parser.add_flag("--no-shapes", given.noShapes,
                    "without shapes, types and values of operators' arguments");
    parser.add_flag("--no-stacks", given.noStacks, "without Python stacks: no modules, no lines of source");
    parser.add_flag("--no-memory", given.noMemory, "without allocations of torch: no memory curve");
    parser
        .add_option("--max-size", given.maxSize,
                    "the session never takes more of the disk (8M, 500M, 2G): the newest events stay, older "
                    "ones give way; it then holds three to five eighths of SIZE")
        ->option_text("SIZE");
    parser
        .add_option("--env", given.environment,
                    "sets a variable of the program's environment; may be repeated")
        ->option_text("NAME=VALUE")
        ->allow_extra_args(false);
    parser
        .add_option("--for", given.joining,
                    "instead of a program: what a process that runs already does from its joining (import "
                    "lanescope) to its end, or to the end of our standard input")
        ->option_text("PID")
        ->check(CLI::PositiveNumber);
    parser
        .add_option(
            "--on", given.remote.on,
            "record on another host or in a container: ssh:HOST, docker:NAME, podman:NAME, kubectl:POD; the "
            "session arrives here while it grows")
        ->option_text("TARGET");
    parser
        .add_option("--folder", given.remote.folder,
                    "with --on: where the program runs there; else the home folder")
        ->option_text("FOLDER");
    parser
        .add_option("--resume", given.remote.resume,
                    "with --on: a capture that goes on there, instead of a new one")
        ->option_text("CAPTURE");
    parser.footer(kUsageLine);
}

// "500M"; in powers of 1024.
Result<std::uint64_t> parseSize(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    static constexpr std::string_view kUnits = "KMGT";
    const std::size_t power = unit.size() == 1 ? kUnits.find(unit) : std::string_view::npos;
    if (problem != std::errc() || power == std::string_view::npos || number >= (std::uint64_t{1} << 20)) {
        return Error{'"' + std::string(text) + "\" is no size; write 500M or 2G."};
    }
    const std::uint64_t bytes = number << (10 * (power + 1));
    if (bytes < kLeastSize) {
        return Error{"a session needs 8M at least."};
    }
    return bytes;
}

// Into our own environment, which the program gets with what we add. False for what is no NAME=VALUE.
bool setVariable(const std::string& text) {
    const std::size_t at = text.find('=');
    return at != std::string::npos && at > 0 &&
           setenv(text.substr(0, at).c_str(), text.c_str() + at + 1, 1) == 0;
}

std::uint32_t sourcesOf(const Arguments& given) {
    return ring::kAllSources &
           ~((given.noShapes ? ring::kArguments : 0U) | (given.noStacks ? ring::kStacks : 0U) |
             (given.noMemory ? ring::kMemory : 0U));
}

// What the options mean. An error is one sentence about what makes no sense.
Result<recorder::RecordOptions> optionsOf(const Arguments& given) {
    recorder::RecordOptions options;
    options.sharing = sharingOf(given.sharing);
    options.sources = sourcesOf(given);
    options.times.startPaused = given.startPaused;
    if (given.startPaused && !given.delay.empty()) {
        return Error{"--delay starts by itself, --start-paused waits for a command; leave one of them out."};
    }
    if (!given.delay.empty()) {
        const Result<TimeNs> delay = parseSpan(given.delay);
        if (!delay) {
            return Error{"--delay: " + delay.error().message};
        }
        options.times.delay = delay.value();
    }
    if (!given.duration.empty()) {
        const Result<TimeNs> duration = parseSpan(given.duration);
        if (!duration) {
            return Error{"--duration: " + duration.error().message};
        }
        options.times.duration = duration.value();
    }
    if (!given.maxSize.empty()) {
        const Result<std::uint64_t> size = parseSize(given.maxSize);
        if (!size) {
            return Error{"--max-size: " + size.error().message};
        }
        options.bounds.bytes = size.value();
    }
    for (const std::string& variable : given.environment) {
        if (!setVariable(variable)) {
            return Error{"--env: '" + variable + "' is no NAME=VALUE."};
        }
    }
    return options;
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
    CLI::App parser("Runs a program and records what it does into a session", "lanescope record");
    Arguments given;
    addOptions(parser, given);
    const int start = commandStart(argc, argv);
    if (const auto code = parseArguments(parser, start, argv)) {
        return *code;
    }
    if (parser.count("--output") > 0 && (given.output.empty() || given.output.starts_with('-'))) {
        std::fprintf(stderr, "lanescope: -o needs the name of a file, not '%s'.\n%s\n", given.output.c_str(),
                     kUsageLine);
        return kUsage;
    }
    auto wanted = optionsOf(given);
    if (!wanted) {
        std::fprintf(stderr, "lanescope: %s\n", forTerminal(wanted.error().message).c_str());
        return kUsage;
    }
    recorder::RecordOptions& options = wanted.value();
    const bool separated = start < argc && std::string_view(argv[start]) == "--";
    options.command.assign(argv + start + (separated ? 1 : 0), argv + argc);
    if (!given.remote.on.empty() && (!options.command.empty() || !given.remote.resume.empty())) {
        given.remote.options = optionsForFarEnd({argv + 1, argv + start});
        given.remote.command = options.command;
        given.remote.output = given.output;
        return recordOn(given.remote, options.command.empty() ? given.remote.resume + ".lanes"
                                                              : defaultOutput(options.command));
    }
    if (options.command.empty() != (given.joining != 0)) {
        std::fprintf(stderr, "lanescope: %s.\n%s\n",
                     given.joining != 0 ? "--for records a process that runs; leave the program out"
                                        : "no program to record",
                     kUsageLine);
        return kUsage;
    }
    if (given.joining != 0) {
        options.command = commandOf(given.joining);
    }
    options.freshName = given.output.empty();
    options.output = given.output.empty() ? defaultOutput(options.command) : given.output;
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
