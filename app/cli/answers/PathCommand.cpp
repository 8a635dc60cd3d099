#include "app/cli/Analysis.h"
#include "app/cli/Commands.h"
#include "app/cli/TimeArgument.h"
#include "app/cli/answers/PathOutput.h"
#include "app/cli/answers/RankFiles.h"
#include "model/analysis/path/JobPath.h"
#include "model/analysis/path/WhatIf.h"

#include <algorithm>
#include <optional>

namespace lanes::cli {

namespace {

struct PathArguments {
    std::vector<std::string> files;
    std::string format = "text";
    std::vector<std::string> faster;
    std::int64_t top = 20;
    PartArguments part;
};

// From the earliest begin of all ranks to their latest end, by the first one's clock.
Result<TimeRange> rangeOf(const PathGraph& graph, const PartArguments& arguments) {
    std::optional<TimeRange> all;
    for (const PathInput& input : graph.inputs()) {
        const bool bySteps = arguments.step >= 0 || arguments.scope == "steady";
        const auto part = partOf({{}, arguments.step, arguments.scope}, input.trace->span(),
                                 bySteps ? findSteps(*input.trace) : SessionSteps());
        if (!part) {
            return part.error();
        }
        const TimeRange own = part.value().value_or(input.trace->work());
        const TimeRange moved{input.clock.toFirst(own.begin), input.clock.toFirst(own.end)};
        all = all ? TimeRange{std::min(all->begin, moved.begin), std::max(all->end, moved.end)} : moved;
    }
    if (!arguments.range.empty()) {
        const auto part = partOf(arguments, graph.inputs().front().trace->span(), {});
        return part ? Result<TimeRange>(*part.value()) : part.error();
    }
    return *all;
}

void addOptions(CLI::App& parser, PathArguments& arguments) {
    addFilesOption(parser, arguments.files);
    parser.add_option(
        "--range", arguments.part.range,
        "only A..B, as 10ms..20ms from the start or as recorded in ns, by the first file's clock");
    parser.add_option("--step", arguments.part.step, "only step N, on all ranks")->check(wholeNumber());
    addScopeOption(parser, arguments.part.scope);
    parser
        .add_option(
            "--faster", arguments.faster,
            "how long it would take if what a filter matches were faster, as 'kernel:/gemm/ 2x'; may be "
            "given several times")
        ->expected(1)
        ->take_all();
    parser.add_option("--top", arguments.top, "rows of the text's tables; 0: all. JSON has all")
        ->check(wholeNumber());
    parser.add_option("--format", arguments.format, "text or json")->check(CLI::IsMember({"text", "json"}));
}

} // namespace

int runPath(int argc, char** argv) {
    CLI::App parser(
        "Prints the critical path: the chain of work on hosts and devices that decides how long a session, a "
        "step or a range took",
        "lanescope path");
    PathArguments arguments;
    addOptions(parser, arguments);
    if (const auto code = parseArguments(parser, argc, argv)) {
        return *code;
    }
    if (!arguments.part.range.empty() && arguments.part.step >= 0) {
        return fail(parser, partOf(arguments.part, {}, {}).error(), kUsage);
    }
    std::vector<Speedup> faster;
    for (const std::string& text : arguments.faster) {
        auto speedup = parseSpeedup(text);
        if (!speedup) {
            return fail(parser, speedup.error(), kUsage);
        }
        faster.push_back(std::move(speedup).value());
    }
    auto categories = categoriesOf(parser);
    if (!categories) {
        return fail(parser, categories.error());
    }
    const auto traces = readRankTraces(arguments.files, std::move(categories).value());
    if (!traces) {
        return fail(parser, traces.error());
    }
    const JobPath job = jobPathOf(traces.value(), arguments.files);
    if (job.refusal) {
        return fail(parser, *job.refusal);
    }
    for (const std::string& file : job.apart) {
        (void)fail(parser, Error{file + " is left out: nothing ties its clock to that of " +
                                 arguments.files.front() + "; \"lanescope ranks\" says more."});
    }
    const auto range = rangeOf(*job.graph, arguments.part);
    if (!range) {
        return fail(parser, range.error(), kUsage);
    }
    PathAnswer answer{std::make_shared<const report::FoundPath>(
                          report::FoundPath{job.graph, std::make_shared<const PathOrigins>(*job.graph),
                                            criticalPath(*job.graph, range.value())}),
                      {}};
    if (!faster.empty()) {
        answer.after = rangeIfFaster(*job.graph, range.value(), faster);
    }
    if (outputFormat(arguments.format) == OutputFormat::Json) {
        writePathJson(answer, print);
    } else {
        print(pathText(answer, static_cast<std::size_t>(arguments.top)));
    }
    return kGood;
}

} // namespace lanes::cli
