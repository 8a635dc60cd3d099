#include "app/cli/tables/TableCommand.h"

#include "app/cli/Analysis.h"
#include "app/cli/tables/EventTables.h"
#include "app/cli/tables/StatsOutput.h"
#include "model/analysis/TraceAnalyses.h"
#include "model/io/joining/TraceMerge.h"

#include <unistd.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lanes::cli {

namespace {

struct TableArguments {
    std::string file;
    std::string table;
    std::string by = "name";
    bool withoutArguments = false;
};

void addOperatorRows(OutputTable& table, TraceAnalyses& analyses, OperatorGroup group) {
    const auto data = analyses.operators();
    std::vector<OperatorRow> rows = *operatorStats(*data, {.group = group});
    const CallsOfModules modules =
        group == OperatorGroup::Module ? moduleCalls(*data, std::nullopt) : CallsOfModules();
    (void)sortRows(rows, modules, usualColumn(rows));
    addOperators(table, *data, group, rows, modules);
}

void addKernelRows(OutputTable& table, TraceAnalyses& analyses) {
    const auto data = analyses.kernels();
    std::vector<KernelRow> rows = *kernelStats(*data, {});
    (void)sortRows(rows, *data, usualColumn(rows));
    addKernels(table, *data, rows);
}

void fill(OutputTable& table, const TableArguments& arguments, const std::shared_ptr<const Trace>& trace) {
    TraceAnalyses analyses(trace);
    if (arguments.table == "slices") {
        addSlices(table, *trace, !arguments.withoutArguments);
    } else if (arguments.table == "memory") {
        addMemory(table, *trace);
    } else if (arguments.table == "counters") {
        addCounters(table, *trace);
    } else if (arguments.table == "kernels") {
        addKernelRows(table, analyses);
    } else {
        addOperatorRows(table, analyses, operatorGroups().at(arguments.by));
    }
}

} // namespace

int runTable(int argc, char** argv) {
    CLI::App parser(
        "Writes a table of a session to standard output, as 'import lanescope' maps it into its program",
        "lanescope table");
    TableArguments arguments;
    parser.add_option("FILE", arguments.file, "a session (.lanes) or a trace")->required();
    parser.add_option("TABLE", arguments.table, "slices, memory, counters, operators or kernels")
        ->required()
        ->check(CLI::IsMember({"slices", "memory", "counters", "operators", "kernels"}));
    parser
        .add_option("--by", arguments.by,
                    "what operators are summed up by: name, shapes, module, stack, step, thread or category")
        ->check(CLI::IsMember({"name", "shapes", "module", "stack", "step", "thread", "category"}));
    parser.add_flag("--no-arguments", arguments.withoutArguments,
                    "slices without what else is known of them");
    if (const auto code = parseArguments(parser, argc, argv)) {
        return *code;
    }
    if (isatty(STDOUT_FILENO) == 1) {
        return fail(parser,
                    Error{"a table is nothing to read: import lanescope, or use 'stats' and 'convert'"},
                    kUsage);
    }
    const auto trace = openAsOne({arguments.file});
    if (!trace) {
        return fail(parser, trace.error());
    }
    OutputTable table;
    fill(table, arguments, trace.value());
    if (const Result<void> written = table.write(STDOUT_FILENO); !written) {
        return fail(parser, written.error());
    }
    return kGood;
}

} // namespace lanes::cli
