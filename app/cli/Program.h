// The common main() of both programs: it finds the named command, and answers requests that need no command.
#pragma once

#include "app/cli/Command.h"

namespace lanes::cli {

struct Program {
    std::string_view name;         // "lanescope"
    std::string_view usage;        // begin of --help
    std::span<const Command> more; // commands besides those of commands()
    // Called if the first word is no command; argv is that of main(). Null: that is wrong usage.
    int (*otherwise)(int argc, char** argv) = nullptr;
};

// Returns the exit code for main(). Exhausted memory and output that cannot be written end with a sentence.
[[nodiscard]] int runProgram(const Program& program, int argc, char** argv);

} // namespace lanes::cli
