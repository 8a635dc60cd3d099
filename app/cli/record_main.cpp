// lanescope-record: the subcommands that need no Qt, for machines without it.
#include "app/cli/Commands.h"

#include <cstdio>
#include <string>
#include <string_view>

namespace {

void printHelp() {
    std::puts("usage: lanescope-record COMMAND ...\n");
    lanes::cli::printCommands(lanes::cli::commands());
    std::puts("\nCOMMAND --help says more.");
}

int run(int argc, char** argv) {
    const std::string_view word = argc > 1 ? argv[1] : "";
    if (word == "--help" || word == "-h") {
        printHelp();
        return lanes::cli::kGood;
    }
    const lanes::cli::Command* command = lanes::cli::findCommand(lanes::cli::commands(), word);
    if (command == nullptr) {
        std::fprintf(stderr, "lanescope-record: '%s' is no command; --help lists them\n",
                     std::string(word).c_str());
        return lanes::cli::kUsage;
    }
    return command->run(argc - 1, argv + 1);
}

} // namespace

int main(int argc, char** argv) {
    lanes::cli::surviveFileLimits();
    return lanes::cli::afterOutput(run(argc, argv));
}
