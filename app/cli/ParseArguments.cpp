#include "app/cli/ParseArguments.h"

#include "app/cli/Command.h"
#include "app/cli/OptionTable.h"

#include <cstdio>
#include <string_view>

namespace lanes::cli {

std::optional<int> parseArguments(CLI::App& parser, int argc, char** argv) {
    if (argc == 2 && std::string_view(argv[1]) == "--options") {
        std::fputs(optionTable(parser).c_str(), stdout);
        return kGood;
    }
    try {
        parser.parse(argc, argv);
    } catch (const CLI::ParseError& stop) {
        return parser.exit(stop) == 0 ? kGood : kUsage;
    }
    return std::nullopt;
}

} // namespace lanes::cli
