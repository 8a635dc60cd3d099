#include "app/cli/recording/RecordArguments.h"

#include "app/cli/Command.h"
#include "app/cli/ParseArguments.h"
#include "app/cli/recording/RecordingOptions.h"
#include "collector/remote/CaptureTarget.h"
#include "model/base/Result.h"

#include <CLI/CLI.hpp>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
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

// torchrun, Open MPI, MPICH and its like, Slurm; a launcher of ranks that was itself started by another comes first.
constexpr std::array<const char*, 5> kRankVariables{"RANK", "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK",
                                                    "SLURM_PROCID"};

std::string rankHere() {
    for (const char* name : kRankVariables) {
        const char* value = std::getenv(name);
        const std::string_view text = value == nullptr ? "" : value;
        const bool number = !text.empty() && text.size() < 10 &&
                            std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
        if (number) {
            return std::string(text);
        }
    }
    return {};
}

std::string hostHere() {
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : "host";
}

void replaceEach(std::string& text, std::string_view what, const std::string& by) {
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) {
        text.replace(at, what.size(), by);
    }
}

// Names of sessions that processes of one job make for themselves: "run-{rank}.lanes".
// "{rank}" becomes what the launcher (torchrun, mpirun, srun) has told this process in its environment, "{host}" this machine's
// name; all else stays. An error says that no launcher has told a rank.
Result<std::string> expandedOutput(const std::string& name) {
    constexpr std::string_view kRank = "{rank}";
    std::string text = name;
    if (text.find(kRank) != std::string::npos) {
        const std::string rank = rankHere();
        if (rank.empty()) {
            return Error{
                "-o " + name +
                ": no launcher has told this process its rank (RANK, OMPI_COMM_WORLD_RANK, PMI_RANK or "
                "SLURM_PROCID); start the recorder by srun or mpirun, or name the session without {rank}."};
        }
        replaceEach(text, kRank, rank);
    }
    replaceEach(text, "{host}", hostHere());
    return text;
}

constexpr const char* kUsageLine = "Usage: lanescope record [-o FILE] [OPTIONS...] -- PROGRAM [ARGUMENTS...]";
// Options that take the next word.
constexpr std::array<std::string_view, 21> kWithValue{
    "--where",  "--python", "--for",    "--on",       "--folder", "--resume",   "-o",
    "--output", "--cupti",  "--delay",  "--duration", "--env",    "--max-size", "--keep",
    "--when",   "--wait",   "--warmup", "--active",   "--repeat", "--config",   "--metrics"};

// The options as they are given.
struct RecordWords {
    RecordingOptions recording;
    std::vector<std::string> environment; // "NAME=VALUE"
    bool noChildren = false;
    std::vector<std::string> configs; // read before anything is parsed
    pid_t joining = 0;                // 0: a program is started
    RemoteRecord remote;
};

// Of programs that are not started here.
void addElsewhereOptions(CLI::App& parser, RecordWords& given) {
    parser
        .add_option("--for", given.joining,
                    "instead of a program: records a process that joins by import lanescope, until it "
                    "ends or standard input closes")
        ->option_text("PID")
        ->check(CLI::PositiveNumber);
    parser
        .add_option("--on", given.remote.on,
                    "records on another host or in a container: ssh:HOST, docker:NAME, podman:NAME, "
                    "kubectl:POD, or in a new container of docker-image:IMAGE or podman-image:IMAGE; "
                    "local is this machine. The session grows here. With several targets the program "
                    "runs on each and the sessions become one; {node} and {nodes} in its words are the "
                    "number of the target from 0 and their count")
        ->option_text("TARGET")
        ->allow_extra_args(false);
    parser
        .add_option("--folder", given.remote.folder,
                    "folder in which the program runs; without it, this folder, or the home folder of "
                    "the other host")
        ->option_text("FOLDER");
    parser.add_option("--resume", given.remote.resume, "with --on: follows a capture that still runs there")
        ->option_text("CAPTURE");
}

void addOptions(CLI::App& parser, RecordWords& given) {
    addRecordingOptions(parser, given.recording);
    parser
        .add_option("--env", given.environment,
                    "sets a variable of the program's environment; may be repeated")
        ->option_text("NAME=VALUE")
        ->allow_extra_args(false);
    addElsewhereOptions(parser, given);
    parser.add_flag("--no-children", given.noChildren,
                    "records the program alone, without the processes that it starts");
    parser
        .add_option("--config", given.configs, "reads options from FILE, one a line; the command line wins")
        ->option_text("FILE");
}

// Into our own environment, which the program gets with what we add. False for what is no NAME=VALUE.
bool setVariable(const std::string& text) {
    const std::size_t at = text.find('=');
    return at != std::string::npos && at > 0 &&
           setenv(text.substr(0, at).c_str(), text.c_str() + at + 1, 1) == 0;
}

// What the options mean. An error is one sentence about what makes no sense.
Result<recorder::RecordOptions> optionsOf(const RecordWords& given) {
    auto options = takeRecordingOptions(given.recording);
    if (!options) {
        return options;
    }
    options->children = !given.noChildren;
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

// "--on local" is as good as none.
Result<void> takeHere(RecordWords& given) {
    RemoteRecord& wish = given.remote;
    if (wish.on.size() != 1 || !remote::CaptureTarget::isHere(wish.on.front())) {
        return {};
    }
    wish.on.clear();
    return wish.resume.empty() ? Result<void>()
                               : Error{"--resume takes up a capture elsewhere; name where, --on ssh:HOST."};
}

// What is to be recorded: a program, a process that runs, or what is elsewhere.
Result<void> takeProgram(RecordWords& given, const std::vector<std::string>& words, RecordArguments& taken) {
    taken.joining = given.joining;
    taken.folder = given.remote.on.empty() ? given.remote.folder : std::string();
    const std::vector<std::string>& command = taken.options.command;
    if (!given.remote.on.empty() && (!command.empty() || !given.remote.resume.empty())) {
        taken.remote = given.remote;
        taken.remote.options = optionsForFarEnd(words);
        taken.remote.command = command;
        taken.remote.output = given.recording.output;
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
    RecordWords arguments;
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
    if (parser.count("--output") > 0 &&
        (arguments.recording.output.empty() || arguments.recording.output.starts_with('-'))) {
        return Error{"-o needs the name of a file, not '" + arguments.recording.output + "'.\n" + kUsageLine};
    }
    if (const auto here = takeHere(arguments); !here) {
        return here.error();
    }
    if (arguments.remote.on.empty()) {
        auto output = expandedOutput(arguments.recording.output);
        if (!output) {
            return output.error();
        }
        arguments.recording.output = std::move(output).value();
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
