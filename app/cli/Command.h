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
    // argv[0] is the name of the subcommand. Output goes to stdout, errors to stderr. Returns the exit code.
    int (*run)(int argc, char** argv);
};

// Returns the entry called `name`, or null.
[[nodiscard]] const Command* findCommand(std::span<const Command> commands, std::string_view name);

} // namespace lanes::cli
