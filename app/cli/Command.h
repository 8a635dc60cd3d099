// A subcommand of the program: `lanescope <name> ...`.
#pragma once

#include <span>
#include <string_view>

namespace lanes::cli {

// Exit codes of every subcommand.
inline constexpr int kGood = 0;
inline constexpr int kFailed = 1; // the file or the program failed
inline constexpr int kUsage = 2;  // wrong usage

struct Command {
    std::string_view name;
    std::string_view summary; // one line for --help
    // argv[0] is the subcommand's name. Prints to stdout, complaints to stderr; returns the exit code.
    int (*run)(int argc, char** argv);
};

// The entry called `name`, or null.
[[nodiscard]] const Command* findCommand(std::span<const Command> commands, std::string_view name);

// For main() to start with: a file beyond the user's limit (ulimit -f) is then like a full disk, no reason to die.
void surviveFileLimits();

// What main() returns: `code`, or kFailed and a sentence if standard output has not taken all that was printed.
[[nodiscard]] int afterOutput(int code);

// "  record   Records what a program does\n..." for a program's --help.
void printCommands(std::span<const Command> commands);

} // namespace lanes::cli
