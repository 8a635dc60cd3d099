// What main() of both programs is: finding the command that is named, and the answers that need none.
#pragma once

#include "app/cli/Command.h"

namespace lanes::cli {

struct Program {
    std::string_view name;         // "lanescope"
    std::string_view usage;        // what --help begins with
    std::span<const Command> more; // commands beside those of commands()
    // Where the first word is no command: argv is main()'s own. Null: that is wrong usage.
    int (*otherwise)(int argc, char** argv) = nullptr;
};

// The exit code for main() to return. Memory that runs out and output that nobody takes end in a sentence.
[[nodiscard]] int runProgram(const Program& program, int argc, char** argv);

} // namespace lanes::cli
