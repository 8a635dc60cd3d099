#include "app/cli/Program.h"

#include "app/cli/Commands.h"
#include "collector/recorder/host/ProcessSignals.h"

#include <array>
#include <cstdio>
#include <new>
#include <string>

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
    if (program.otherwise != nullptr) {
        return program.otherwise(argc, argv);
    }
    std::fprintf(stderr, "%s: '%s' is no command; --help lists them\n", std::string(program.name).c_str(),
                 std::string(word).c_str());
    return kUsage;
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
