#include "app/cli/Commands.h"
#include "app/cli/PackageCommand.h"
#include "app/cli/ParseArguments.h"

namespace lanes::cli {

int runMcp(int argc, char** argv) {
    CLI::App parser(
        "Answers an agent about sessions, over standard input and output, by the Model Context Protocol",
        "lanescope mcp");
    std::vector<std::string> files;
    std::string python = "python3";
    parser.add_option("FILE", files, "a session (.lanes) or a trace; no other file is read")->required();
    addPythonOption(parser, python, "mcp");
    if (const auto code = parseArguments(parser, argc, argv)) {
        return *code;
    }
    return runPackage(parser, python, "agents", files);
}

} // namespace lanes::cli
