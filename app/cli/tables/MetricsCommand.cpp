#include "app/cli/Analysis.h"
#include "app/cli/Commands.h"
#include "app/cli/TimeArgument.h"
#include "model/report/Metrics.h"

namespace lanes::cli {

int runMetrics(int argc, char** argv) {
    CLI::App parser("Prints the main figures of a session as OpenMetrics text, for Prometheus and the like",
                    "lanescope metrics");
    std::vector<std::string> files;
    PartArguments arguments{.scope = "steady"};
    addFilesOption(parser, files);
    parser.add_option("--range", arguments.range,
                      "only A..B, as 10ms..20ms from the start or as recorded in ns");
    parser.add_option("--step", arguments.step, "only step N")->check(wholeNumber());
    addScopeOption(parser, arguments.scope);
    if (const auto code = parseArguments(parser, argc, argv)) {
        return *code;
    }
    const auto trace = openFiles(parser, files);
    if (!trace) {
        return fail(parser, trace.error());
    }
    TraceAnalyses analyses(trace.value());
    const auto part = partOf(arguments, trace.value()->span(), analyses.operators()->steps);
    if (!part) {
        return fail(parser, part.error(), kUsage);
    }
    print(report::metricsText(analyses, part.value()));
    return kGood;
}

} // namespace lanes::cli
