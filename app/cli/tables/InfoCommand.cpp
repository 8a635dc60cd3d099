#include "app/cli/Analysis.h"
#include "app/cli/Commands.h"
#include "app/cli/tables/SummaryText.h"

namespace lanes::cli {

int runInfo(int argc, char** argv) {
    CLI::App parser("Prints what a session or a trace holds", "lanescope info");
    std::vector<std::string> files;
    bool json = false;
    addFilesOption(parser, files);
    parser.add_flag("--json", json, "print one JSON object");
    if (const auto code = parseArguments(parser, argc, argv)) {
        return *code;
    }
    const auto trace = openFiles(parser, files, Takes::ProfilesToo);
    if (!trace) {
        return fail(parser, trace.error());
    }
    const SessionSummary summary = summarize(*trace.value());
    print(json ? summaryJson(*trace.value(), summary) : summaryText(*trace.value(), summary));
    return kGood;
}

} // namespace lanes::cli
