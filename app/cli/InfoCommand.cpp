#include "app/cli/InfoCommand.h"

#include "app/cli/Command.h"

#include <CLI/CLI.hpp>

namespace lanes::cli {

int runInfo(int argc, char** argv) {
    CLI::App parser("Prints what a session or a trace holds", "lanescope info");
    std::string file;
    bool json = false;
    parser.add_option("file", file, "a session (.lanes) or a trace")->required();
    parser.add_flag("--json", json, "print JSON");
    try {
        parser.parse(argc, argv);
    } catch (const CLI::ParseError& stop) {
        return parser.exit(stop) == 0 ? kGood : kUsage;
    }
    return kFailed;
}

} // namespace lanes::cli
