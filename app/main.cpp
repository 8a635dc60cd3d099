#include "app/cli/Program.h"
#include "app/render/RenderCommand.h"
#include "app/window/WindowCommand.h"
#include "app/window/sheets/AskPass.h"

#include <array>

int main(int argc, char** argv) {
    if (lanes::isAskPass(argc)) {
        return lanes::runAskPass(argc, argv);
    }
    // Those that draw; the others need no Qt and stand in app/cli.
    static constexpr std::array kDrawing{
        lanes::cli::Command{"render", "Draws a view into a picture, without a display", lanes::runRender},
    };
    return lanes::cli::runProgram({"lanescope",
                                   "Lanescope: see what a PyTorch program does on CPU and GPU\n\n"
                                   "usage: lanescope [FILE...]     shows sessions and traces in a window;\n"
                                   "                               --theme light|dark and --lang en|zh_CN "
                                   "are for this time,\n"
                                   "                               --new-window for one of its own\n"
                                   "       lanescope COMMAND ...\n"
                                   "       lanescope --version\n",
                                   kDrawing, lanes::runWindow},
                                  argc, argv);
}
