#include "app/cli/ParseArguments.h"

#include "app/cli/Command.h"
#include "app/cli/HelpText.h"
#include "app/cli/OptionTable.h"

#include <cstdio>
#include <string_view>

namespace lanes::cli {

namespace {

// What a variable holds before anything is parsed is its option's default.
void captureDefaults(CLI::App& parser) {
    for (CLI::Option* option : parser.get_options([](CLI::Option*) { return true; })) {
        if (option->get_default_str().empty()) {
            option->capture_default_str();
        }
    }
    for (CLI::App* group : parser.get_subcommands([](CLI::App* each) { return each->get_name().empty(); })) {
        captureDefaults(*group);
    }
}

} // namespace

std::optional<int> parseArguments(CLI::App& parser, int argc, char** argv) {
    captureDefaults(parser);
    parser.formatter_fn(
        [](const CLI::App* app, const std::string&, CLI::AppFormatMode) { return helpText(*app); });
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
