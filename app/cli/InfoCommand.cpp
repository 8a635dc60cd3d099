#include "app/cli/InfoCommand.h"

#include "app/cli/Analysis.h"
#include "app/cli/SummaryText.h"
#include "model/io/TraceMerge.h"

#include <CLI/CLI.hpp>

#include <cstdio>

namespace lanes::cli {

int runInfo(int argc, char** argv) {
    CLI::App parser("Prints what a session or a trace holds.", "lanescope info");
    std::vector<std::string> files;
    bool json = false;
    addFilesOption(parser, files);
    parser.add_flag("--json", json, "print one JSON object");
    try {
        parser.parse(argc, argv);
    } catch (const CLI::ParseError& stop) {
        return parser.exit(stop) == 0 ? kGood : kUsage;
    }
    const auto trace = openAsOne(files);
    if (!trace) {
        std::fprintf(stderr, "lanescope: %s\n", trace.error().message.c_str());
        return kFailed;
    }
    const SessionSummary summary = summarize(*trace.value());
    const std::string text =
        json ? summaryJson(*trace.value(), summary) : summaryText(*trace.value(), summary);
    return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0
               ? kGood
               : kFailed;
}

} // namespace lanes::cli
