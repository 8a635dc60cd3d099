#include "app/cli/RecordCommand.h"

#include "app/cli/Command.h"

#include <CLI/CLI.hpp>

namespace lanes::cli {

int runRecord(int argc, char** argv) {
    CLI::App parser("Runs a program and records what it does into a session", "lanescope record");
    std::string output;
    std::vector<std::string> command;
    parser.add_option("-o,--output", output,
                      "where the session goes; otherwise beside you, named after the program");
    parser.add_option("command", command, "the program and its arguments")->required();
    parser.prefix_command();
    try {
        parser.parse(argc, argv);
    } catch (const CLI::ParseError& stop) {
        return parser.exit(stop) == 0 ? kGood : kUsage;
    }
    return kFailed;
}

} // namespace lanes::cli
