#include "app/cli/Commands.h"
#include "app/render/RenderCommand.h"
#include "app/window/WindowCommand.h"

#include <array>
#include <cstdio>
#include <new>
#include <string_view>

namespace {

using lanes::cli::Command;

// Those that draw; the others need no Qt and stand in app/cli.
constexpr std::array kDrawing{
    Command{"render", "Draws a view into a picture, without a display", lanes::runRender},
};

void printHelp() {
    std::puts("Lanescope: see what a PyTorch program does on CPU and GPU\n\n"
              "usage: lanescope [FILE...]     shows sessions and traces in a window;\n"
              "                               --theme light|dark and --lang en|zh_CN are for this time\n"
              "       lanescope COMMAND ...\n"
              "       lanescope --version\n");
    lanes::cli::printCommands(lanes::cli::commands());
    lanes::cli::printCommands(kDrawing);
    std::puts("\nCOMMAND --help says more. Exit codes: 0 good, 1 the file or program failed, 2 wrong usage.");
}

int run(int argc, char** argv) {
    const std::string_view word = argc > 1 ? argv[1] : "";
    if (word == "--help" || word == "-h") {
        printHelp();
        return lanes::cli::kGood;
    }
    if (word == "--version") {
        std::puts("lanescope " LANESCOPE_VERSION);
        return lanes::cli::kGood;
    }
    const Command* command = lanes::cli::findCommand(lanes::cli::commands(), word);
    if (command == nullptr) {
        command = lanes::cli::findCommand(kDrawing, word);
    }
    return command != nullptr ? command->run(argc - 1, argv + 1) : lanes::runWindow(argc, argv);
}

} // namespace

int main(int argc, char** argv) {
    lanes::cli::surviveFileLimits();
    try {
        return lanes::cli::afterOutput(run(argc, argv));
    } catch (const std::bad_alloc&) {
        std::fputs("lanescope: there is not enough memory for this; close other programs, or ask for less of "
                   "the session\n",
                   stderr);
        return lanes::cli::kFailed;
    }
}
