#include "app/cli/Command.h"

#include <csignal>
#include <cstdio>

namespace lanes::cli {

const Command* findCommand(std::span<const Command> commands, std::string_view name) {
    for (const Command& command : commands) {
        if (command.name == name) {
            return &command;
        }
    }
    return nullptr;
}

void surviveFileLimits() {
    std::signal(SIGXFSZ, SIG_IGN);
}

int afterOutput(int code) {
    if ((std::fflush(stdout) == 0 && std::ferror(stdout) == 0) || code != kGood) {
        return code;
    }
    std::fputs("lanescope: standard output cannot be written; is there room where it goes?\n", stderr);
    return kFailed;
}

void printCommands(std::span<const Command> commands) {
    for (const Command& command : commands) {
        std::printf("  %-9.*s %.*s\n", static_cast<int>(command.name.size()), command.name.data(),
                    static_cast<int>(command.summary.size()), command.summary.data());
    }
}

} // namespace lanes::cli
