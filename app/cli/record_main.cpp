// lanescope-record: the subcommands that need no Qt, for machines without it.
#include "app/cli/Program.h"

int main(int argc, char** argv) {
    return lanes::cli::runProgram({"lanescope-record",
                                   "Usage: lanescope-record COMMAND ...\n\n"
                                   "Lanescope without its window: records PyTorch programs and sums up "
                                   "sessions.\n\nCommands:",
                                   {},
                                   nullptr},
                                  argc, argv);
}
