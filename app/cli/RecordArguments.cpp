#include "app/cli/RecordArguments.h"

#include "app/cli/Command.h"
#include "app/cli/ParseArguments.h"
#include "app/cli/TimeArgument.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanes::cli {

namespace {

constexpr const char* kUsageLine = "Usage: lanescope record [-o FILE] [OPTIONS...] -- PROGRAM [ARGUMENTS...]";
constexpr std::uint64_t kLeastSize = std::uint64_t{8} << 20; // the largest chunk fits, with what it refers to
constexpr std::uint64_t kUsualKeptSize = std::uint64_t{1} << 30; // of --keep
// Options that take the next word.
constexpr std::array<std::string_view, 18> kWithValue{
    "--for", "--on",       "--folder", "--resume", "-o",     "--output", "--cupti",  "--delay",  "--duration",
    "--env", "--max-size", "--keep",   "--when",   "--wait", "--warmup", "--active", "--repeat", "--config"};

ring::DeviceSharing sharingOf(std::string_view word) {
    if (word == "own") {
        return ring::DeviceSharing::Own;
    }
    return word == "yield" ? ring::DeviceSharing::Yield : ring::DeviceSharing::Share;
}

// The options as they are given.
struct Arguments {
    std::string output;
    std::string sharing = "share";
    std::string delay;
    std::string duration;
    std::vector<std::string> environment; // "NAME=VALUE"
    bool startPaused = false;
    bool noShapes = false;
    bool noStacks = false;
    bool noMemory = false;
    std::string maxSize;
    std::string keep;
    std::vector<std::string> when;
    recorder::StepSchedule steps;
    bool noChildren = false;
    std::vector<std::string> configs; // read before anything is parsed
    pid_t joining = 0;                // 0: a program is started
    RemoteRecord remote;
};

// Of programs that are not started here.
void addElsewhereOptions(CLI::App& parser, Arguments& given) {
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
}

void addBoundOptions(CLI::App& parser, Arguments& given) {
    parser
        .add_option("--max-size", given.maxSize,
                    "the session never takes more of the disk (8M, 500M, 2G): the newest events stay, older "
                    "ones give way; it then holds three to five eighths of SIZE")
        ->option_text("SIZE");
    parser
        .add_option("--keep", given.keep,
                    "flight recorder: holds the newest stretch only (60s), within 1G or --max-size, and "
                    "saves it as a "
                    "session with a number when the program dies, on 'lanescope ctl PID save', and --when")
        ->option_text("TIME");
    parser
        .add_option("--when", given.when,
                    "saves with --keep also when a step takes longer (step>200ms) or longer than usual "
                    "(step>1.5x), when nothing happens for a time (hang>30s: with the Python stacks of all "
                    "threads), when torch finds no memory (oom); may be repeated")
        ->option_text("CONDITION")
        ->allow_extra_args(false);
    parser
        .add_option("--wait", given.steps.wait,
                    "steps of training that are not recorded, before those that are")
        ->option_text("STEPS");
    parser
        .add_option("--warmup", given.steps.warmup,
                    "steps that are recorded after the wait, marked as no part of what is active")
        ->option_text("STEPS");
    parser
        .add_option("--active", given.steps.active,
                    "steps that are recorded; then it begins anew with the wait")
        ->option_text("STEPS");
    parser.add_option("--repeat", given.steps.repeat, "so many times; otherwise to the end")
        ->option_text("TIMES");
}

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
        .add_option("--env", given.environment,
                    "sets a variable of the program's environment; may be repeated")
        ->option_text("NAME=VALUE")
        ->allow_extra_args(false);
    addElsewhereOptions(parser, given);
    parser.add_flag("--no-children", given.noChildren,
                    "records the program alone, none of the processes that it starts");
    parser
        .add_option("--config", given.configs,
                    "options from a file, one a line as they are written here; those on the command line win")
        ->option_text("FILE");
    addBoundOptions(parser, given);
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

// A span of time that an option was given; nothing if it was not.
Result<std::optional<TimeNs>> spanOf(const char* option, const std::string& text) {
    if (text.empty()) {
        return std::optional<TimeNs>();
    }
    const Result<TimeNs> span = parseSpan(text);
    if (!span) {
        return Error{std::string(option) + ": " + span.error().message};
    }
    return std::optional(span.value());
}

// "step>1.5x", "step>200ms", "hang>30s", "oom".
Result<void> addCondition(const std::string& text, recorder::SaveConditions& when) {
    const Error unknown{"--when: '" + text + "' is none of step>1.5x, step>200ms, hang>30s, oom and dies."};
    if (text == "oom" || text == "dies") {
        when.outOfMemory = when.outOfMemory || text == "oom"; // a death always saves
        return {};
    }
    const bool step = text.starts_with("step>");
    if (!step && !text.starts_with("hang>")) {
        return unknown;
    }
    const std::string limit = text.substr(5);
    if (step && limit.ends_with('x')) {
        char* end = nullptr;
        when.stepTimes = std::strtod(limit.c_str(), &end);
        const bool whole = end == limit.c_str() + limit.size() - 1;
        return whole && when.stepTimes > 1 && when.stepTimes < 1e6
                   ? Result<void>()
                   : Error{"--when: a step that is slow takes more than once the usual: step>1.5x"};
    }
    const Result<TimeNs> span = parseSpan(limit);
    (step ? when.stepLonger : when.hang) = span ? span.value() : 0;
    return span ? Result<void>() : unknown;
}

Result<void> takeTimes(const Arguments& given, recorder::RecordOptions& options) {
    options.times.startPaused = given.startPaused;
    options.times.steps = given.steps;
    if (given.startPaused && !given.delay.empty()) {
        return Error{"--delay starts by itself, --start-paused waits for a command; leave one of them out."};
    }
    const auto delay = spanOf("--delay", given.delay);
    const auto duration = spanOf("--duration", given.duration);
    if (!delay || !duration) {
        return delay ? duration.error() : delay.error();
    }
    options.times.delay = delay.value().value_or(0);
    options.times.duration = duration.value();
    if (given.steps.active == 0 && given.steps.wait + given.steps.warmup + given.steps.repeat > 0) {
        return Error{"--wait, --warmup and --repeat need --active: how many steps are recorded."};
    }
    const bool otherwise = given.startPaused || !given.delay.empty() || !given.duration.empty();
    if (given.steps.active > 0 && otherwise) {
        return Error{
            "--active counts steps, --start-paused, --delay and --duration go by time; leave one out."};
    }
    return {};
}

Result<void> takeBounds(const Arguments& given, recorder::RecordOptions& options) {
    if (!given.maxSize.empty()) {
        const Result<std::uint64_t> size = parseSize(given.maxSize);
        if (!size) {
            return Error{"--max-size: " + size.error().message};
        }
        options.bounds.bytes = size.value();
    }
    const auto keep = spanOf("--keep", given.keep);
    if (!keep) {
        return keep.error();
    }
    if (!keep.value()) {
        return given.when.empty()
                   ? Result<void>()
                   : Error{"--when says when to save what --keep holds: give both, as in --keep 60s."};
    }
    options.bounds.keep = options.flight.keep = *keep.value();
    options.bounds.bytes = options.bounds.bytes > 0 ? options.bounds.bytes : kUsualKeptSize;
    for (const std::string& condition : given.when) {
        if (auto added = addCondition(condition, options.flight.when); !added) {
            return added;
        }
    }
    return {};
}

// What the options mean. An error is one sentence about what makes no sense.
Result<recorder::RecordOptions> optionsOf(const Arguments& given) {
    recorder::RecordOptions options;
    options.output = given.output;
    options.sharing = sharingOf(given.sharing);
    options.sources = sourcesOf(given);
    options.children = !given.noChildren;
    if (auto taken = takeTimes(given, options); !taken) {
        return taken.error();
    }
    if (auto taken = takeBounds(given, options); !taken) {
        return taken.error();
    }
    for (const std::string& variable : given.environment) {
        if (!setVariable(variable)) {
            return Error{"--env: '" + variable + "' is no NAME=VALUE."};
        }
    }
    return options;
}

// The options in a file, one a line: "--keep 60s", "--keep=60s" or "--no-stacks"; lines that begin with # are none.
Result<std::vector<std::string>> wordsOf(const std::string& path) {
    std::ifstream file(path);
    if (!file) {
        return Error{"--config: " + path + " cannot be read: " + std::strerror(errno)};
    }
    std::vector<std::string> words;
    for (std::string line; std::getline(file, line);) {
        const std::string option = CLI::detail::trim(line);
        if (option.empty() || option.starts_with('#')) {
            continue;
        }
        const std::size_t name = option.find_first_of(" \t=");
        const std::string first = option.substr(0, name);
        if (!first.starts_with('-') || first == "--" || first == "--config") {
            return Error{"--config: '" + option + "' in " + path +
                         " is no option; write --keep 60s, one a line."};
        }
        words.push_back(first);
        if (name != std::string::npos) {
            std::string value = option.substr(name + 1);
            words.push_back(CLI::detail::trim(value));
        }
    }
    return words;
}

// Where the program's own words begin: at "--", or at the first word that is none of our options. What follows is not
// ours to understand.
std::size_t commandStart(const std::vector<std::string>& words) {
    std::size_t at = 0;
    while (at < words.size() && words[at].starts_with('-') && words[at] != "--") {
        at += std::ranges::find(kWithValue, words[at]) != kWithValue.end() ? 2 : 1;
    }
    return std::min(at, words.size());
}

// With those of the files that --config names in front, so that those given win.
Result<std::vector<std::string>> withConfigs(const std::vector<std::string>& given) {
    std::vector<std::string> all;
    std::vector<std::string> others;
    for (std::size_t i = 0; i < given.size(); ++i) {
        const bool joined = given[i].starts_with("--config=");
        if (!joined && (given[i] != "--config" || i + 1 == given.size())) {
            others.push_back(given[i]);
            continue;
        }
        auto words = wordsOf(joined ? given[i].substr(given[i].find('=') + 1) : given[++i]);
        if (!words) {
            return words.error();
        }
        all.insert(all.end(), words.value().begin(), words.value().end());
    }
    all.insert(all.end(), others.begin(), others.end());
    return all;
}

// What is to be recorded: a program, a process that runs, or what is elsewhere.
Result<void> takeProgram(Arguments& given, const std::vector<std::string>& words, RecordArguments& taken) {
    taken.joining = given.joining;
    const std::vector<std::string>& command = taken.options.command;
    if (!given.remote.on.empty() && (!command.empty() || !given.remote.resume.empty())) {
        if (!given.keep.empty()) {
            return Error{
                "--keep saves where the program runs, --on brings one session here; leave one of them out."};
        }
        taken.remote = given.remote;
        taken.remote.options = optionsForFarEnd(words);
        taken.remote.command = command;
        taken.remote.output = given.output;
        return {};
    }
    if (command.empty() != (given.joining != 0)) {
        return Error{(given.joining != 0
                          ? std::string("--for records a process that runs; leave the program out.\n")
                          : std::string("no program to record.\n")) +
                     kUsageLine};
    }
    return {};
}

} // namespace

Result<RecordArguments> takeRecordArguments(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    const std::size_t start = commandStart(words);
    auto given = withConfigs({words.begin(), words.begin() + static_cast<std::ptrdiff_t>(start)});
    if (!given) {
        return given.error();
    }
    CLI::App parser("Runs a program and records what it does into a session", "lanescope record");
    Arguments arguments;
    parser.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    addOptions(parser, arguments);
    RecordArguments taken;
    std::vector<char*> pointers{argv[0]};
    for (std::string& word : given.value()) {
        pointers.push_back(word.data());
    }
    if (const auto code = parseArguments(parser, static_cast<int>(pointers.size()), pointers.data())) {
        taken.exitCode = code;
        return taken;
    }
    if (parser.count("--output") > 0 && (arguments.output.empty() || arguments.output.starts_with('-'))) {
        return Error{"-o needs the name of a file, not '" + arguments.output + "'.\n" + kUsageLine};
    }
    auto options = optionsOf(arguments);
    if (!options) {
        return options.error();
    }
    taken.options = std::move(options).value();
    const bool separated = start < words.size() && words[start] == "--";
    taken.options.command.assign(words.begin() + static_cast<std::ptrdiff_t>(start + (separated ? 1 : 0)),
                                 words.end());
    if (auto program = takeProgram(arguments, given.value(), taken); !program) {
        return program.error();
    }
    return taken;
}

} // namespace lanes::cli
