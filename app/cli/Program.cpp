#include "app/cli/Program.h"

#include "app/cli/Commands.h"
#include "collector/recorder/host/ProcessSignals.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <new>
#include <numeric>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace lanes::cli {

namespace {

// "  record    Runs a program ..." for --help; with a tab and nothing else for what reads it, such as --commands.
void printCommands(const Program& program, const char* format) {
    for (const std::span<const Command> commands : {cli::commands(), program.more}) {
        for (const Command& command : commands) {
            std::printf(format, static_cast<int>(command.name.size()), command.name.data(),
                        static_cast<int>(command.summary.size()), command.summary.data());
        }
    }
}

// Letters to add, leave out, change or swap with the next.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> twoBefore;
    std::vector<std::size_t> before(b.size() + 1);
    std::iota(before.begin(), before.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::vector<std::size_t> row{i};
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t same = a[i - 1] == b[j - 1] ? 0 : 1;
            row.push_back(std::min({before[j] + 1, row[j - 1] + 1, before[j - 1] + same}));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], twoBefore[j - 2] + 1);
            }
        }
        twoBefore = std::exchange(before, std::move(row));
    }
    return before.back();
}

// The command that a word was perhaps meant to be; empty if none is near.
std::string_view nearestCommand(const Program& program, std::string_view word) {
    constexpr std::size_t kMostLetters = 2;
    std::string_view nearest;
    std::size_t least = std::min(kMostLetters, word.size() / 2) + 1;
    for (const std::span<const Command> commands : {cli::commands(), program.more}) {
        for (const Command& command : commands) {
            if (const std::size_t letters = distance(word, command.name); letters < least) {
                least = letters;
                nearest = command.name;
            }
        }
    }
    return nearest;
}

// Whether a word can only be a command: one that names a file has a dot, a slash or the file there.
bool isCommandWord(std::string_view word) {
    const bool isPlain = !word.empty() && std::ranges::all_of(word, [](unsigned char c) {
        return std::islower(c) != 0 || c == '-';
    });
    std::error_code error;
    return isPlain && word.front() != '-' && !std::filesystem::exists(word, error);
}

int complainOfWord(const Program& program, std::string_view word) {
    const std::string_view nearest = nearestCommand(program, word);
    const std::string meant =
        nearest.empty() ? std::string() : ", perhaps '" + std::string(nearest) + "' was meant";
    std::fprintf(stderr, "%s: '%s' is no command%s%s; --help lists them\n", std::string(program.name).c_str(),
                 std::string(word).c_str(), program.otherwise != nullptr ? " and no file" : "",
                 meant.c_str());
    return kUsage;
}

int run(const Program& program, int argc, char** argv) {
    const std::string_view word = argc > 1 ? argv[1] : "";
    if (word == "--help" || word == "-h") {
        std::printf("%.*s\n", static_cast<int>(program.usage.size()), program.usage.data());
        printCommands(program, "  %-9.*s %.*s\n");
        std::puts("\nCOMMAND --help says more. Exit codes: 0 good, 1 the file or program failed, 2 wrong "
                  "usage.\nManual: docs/command-line.md");
        return kGood;
    }
    if (word == "--version") {
        std::printf("%.*s " LANESCOPE_VERSION "\n", static_cast<int>(program.name.size()),
                    program.name.data());
        return kGood;
    }
    if (word == "--commands") { // for man pages and shell completions; COMMAND --options says the rest
        printCommands(program, "%.*s\t%.*s\n");
        return kGood;
    }
    for (const std::span<const Command> commands : {cli::commands(), program.more}) {
        if (const Command* command = findCommand(commands, word)) {
            return command->run(argc - 1, argv + 1);
        }
    }
    return program.otherwise != nullptr && !isCommandWord(word) ? program.otherwise(argc, argv)
                                                                : complainOfWord(program, word);
}

// `code`, or kFailed and a sentence if standard output has not taken all that was printed.
int afterOutput(int code) {
    if ((std::fflush(stdout) == 0 && std::ferror(stdout) == 0) || code != kGood) {
        return code;
    }
    std::fputs("lanescope: standard output cannot be written; is there room where it goes?\n", stderr);
    return kFailed;
}

} // namespace

int runProgram(const Program& program, int argc, char** argv) {
    recorder::surviveFileLimit();
    try {
        return afterOutput(run(program, argc, argv));
    } catch (const std::bad_alloc&) {
        std::fputs("lanescope: there is not enough memory for this; close other programs, or ask for less of "
                   "the session\n",
                   stderr);
        return kFailed;
    }
}

} // namespace lanes::cli
