#include "app/cli/Program.h"
#include "app/render/RenderCommand.h"
#include "app/render/ReportCommand.h"
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
        lanes::cli::Command{"report", "Writes a session as one page of HTML", lanes::runReport},
    };
    return lanes::cli::runProgram(
        {"lanescope",
         "Usage: lanescope [OPTIONS] [FILE...]    shows sessions and traces in a window\n"
         "       lanescope COMMAND ...\n\n"
         "Lanescope shows what a PyTorch program does on CPU and GPU.\n\n"
         "Options:\n"
         "  --theme light|dark|desktop   colours of this window (default: of the settings)\n"
         "  --lang en|zh_CN              language of this window (default: of the settings)\n"
         "  --new-window                 opens FILE in a window of its own\n"
         "  --version                    prints the version\n\n"
         "Examples:\n"
         "  lanescope record -o run.lanes -- python3 train.py\n"
         "  lanescope run.lanes\n"
         "  lanescope 'run.lanes#t=1ms..2ms'\n\n"
         "Commands:",
         kDrawing, lanes::runWindow},
        argc, argv);
}
