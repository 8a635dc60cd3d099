#include "app/cli/tables/StatsCommand.h"

#include "app/cli/Analysis.h"
#include "app/cli/TimeArgument.h"
#include "app/cli/tables/GraphOutput.h"
#include "app/cli/tables/StatsOutput.h"
#include "model/analysis/TraceAnalyses.h"
#include "model/io/joining/TraceMerge.h"

#include <algorithm>
#include <utility>

namespace lanes::cli {

namespace {

struct StatsArguments {
    std::vector<std::string> files;
    std::string by = "name";
    PartArguments part;
    std::string where;
    std::string sort;
    std::string format = "table";
};

Error noColumn(const std::string& column) {
    return Error{"there is no column \"" + column +
                 "\" to sort by; columns are named as --format json names them."};
}

// Cuts `rows` to those that are printed; gives the line that says how many are not.
template<class Row>
std::string keepTop(std::vector<Row>& rows, const TopOption& top, OutputFormat format) {
    const std::size_t all = rows.size();
    rows.resize(top.shown(all, format));
    return format == OutputFormat::Table ? leftOutText(all, rows.size()) : std::string();
}

int printKernels(const CLI::App& parser, const StatsArguments& arguments, const TopOption& top,
                 TraceAnalyses& analyses, const KernelQuery& query) {
    const auto data = analyses.kernels();
    std::vector<KernelRow> rows = *kernelStats(*data, query);
    const std::string column(arguments.sort.empty() ? usualColumn(rows) : arguments.sort);
    if (!sortRows(rows, *data, column)) {
        return fail(parser, noColumn(column), kUsage);
    }
    const OutputFormat format = outputFormat(arguments.format);
    const std::string leftOut = keepTop(rows, top, format);
    print(kernelOutput(*data, rows, format) + leftOut);
    return kGood;
}

int printGraphs(const CLI::App& parser, const StatsArguments& arguments, const TopOption& top,
                TraceAnalyses& analyses, const KernelQuery& query) {
    const auto data = analyses.kernels();
    const bool nodes = arguments.by == "graph";
    GraphRows rows = nodes ? nodeRows(*data, query) : replayRows(*data, query);
    const std::string column = !arguments.sort.empty() ? arguments.sort : nodes ? "total_ns" : "range_ns";
    if (!sortRows(rows, column)) {
        return fail(parser, noColumn(column), kUsage);
    }
    const OutputFormat format = outputFormat(arguments.format);
    const std::string leftOut = keepTop(rows.rows, top, format);
    print(graphOutput(rows, data->forest->trace().span().begin, format) + leftOut);
    return kGood;
}

int printOperators(const CLI::App& parser, const StatsArguments& arguments, const TopOption& top,
                   const OperatorData& data, const OperatorQuery& query) {
    std::vector<OperatorRow> rows = *operatorStats(data, query);
    const std::string column(arguments.sort.empty() ? usualColumn(rows) : arguments.sort);
    const bool byModule = query.group == OperatorGroup::Module;
    const CallsOfModules modules = byModule ? moduleCalls(data, query.range) : CallsOfModules();
    if ((column == "module_calls" && !byModule) || !sortRows(rows, modules, column)) {
        return fail(parser, noColumn(column), kUsage);
    }
    const OutputFormat format = outputFormat(arguments.format);
    const std::string leftOut = keepTop(rows, top, format);
    print(operatorOutput(data, query.group, rows, modules, format) + leftOut);
    return kGood;
}

} // namespace

int runStats(int argc, char** argv) {
    CLI::App parser("Prints statistics of operators, kernels or CUDA graphs", "lanescope stats");
    StatsArguments arguments;
    addFilesOption(parser, arguments.files);
    parser
        .add_option(
            "--by", arguments.by,
            "name, shapes, kernel, module, stack, step, thread or category; graph: the nodes of CUDA graphs, "
            "replay: their replays")
        ->check(CLI::IsMember({"name", "shapes", "kernel", "module", "stack", "step", "thread", "category",
                               "graph", "replay"}));
    parser.add_option("--range", arguments.part.range,
                      "only what starts in A..B, as 10ms..20ms from the start or as recorded in ns");
    parser.add_option("--step", arguments.part.step, "only what starts in step N")->check(wholeNumber());
    parser.add_option("--where", arguments.where,
                      "only what the filter matches, as in the search: op:mm dur>1ms");
    parser.add_option("--sort", arguments.sort, "column to sort by, largest first");
    const TopOption top(parser, 50);
    addFormatOption(parser, arguments.format);
    if (const auto code = parseArguments(parser, argc, argv)) {
        return *code;
    }
    const Result<Filter> filter = Filter::parse(arguments.where);
    if (!filter) {
        return fail(parser, filter.error(), kUsage);
    }
    const auto trace = openAsOne(arguments.files);
    if (!trace) {
        return fail(parser, trace.error());
    }
    TraceAnalyses analyses(trace.value());
    const auto data = analyses.operators();
    const auto part = partOf(arguments.part, trace.value()->span(), data->steps);
    if (!part) {
        return fail(parser, part.error(), kUsage);
    }
    const KernelQuery kernels{.range = part.value(), .filter = filter.value()};
    if (arguments.by == "kernel") {
        return printKernels(parser, arguments, top, analyses, kernels);
    }
    if (arguments.by == "graph" || arguments.by == "replay") {
        return printGraphs(parser, arguments, top, analyses, kernels);
    }
    return printOperators(
        parser, arguments, top, *data,
        {.group = operatorGroups().at(arguments.by), .range = part.value(), .filter = filter.value()});
}

} // namespace lanes::cli
