#include "app/cli/Analysis.h"
#include "app/cli/Commands.h"
#include "app/cli/tables/EventTables.h"
#include "model/report/Answers.h"

#include <unistd.h>

#include <memory>
#include <set>
#include <string>

namespace lanes::cli {

namespace {

struct TableArguments {
    std::string file;
    std::string table;
    std::string by;
    bool withoutArguments = false;
};

// The tables with a row for each thing that happened. False: `name` is none of them.
bool addEvents(OutputTable& table, const TableArguments& arguments, const Trace& trace) {
    if (arguments.table == "slices") {
        addSlices(table, trace, !arguments.withoutArguments);
    } else if (arguments.table == "memory") {
        addMemory(table, trace);
    } else if (arguments.table == "counters") {
        addCounters(table, trace);
    } else {
        return false;
    }
    return true;
}

// Names of tables, words of --by, and what --help says of them.
struct Words {
    std::set<std::string> tables{"slices", "memory", "counters"};
    std::set<std::string> by;

    Words() {
        for (const report::Answer& answer : report::answers()) {
            tables.emplace(answer.key);
            by.insert(answer.by.begin(), answer.by.end());
        }
    }
};

} // namespace

int runTable(int argc, char** argv) {
    CLI::App parser(
        "Writes a table of a session to standard output, as 'import lanescope' maps it into its program",
        "lanescope table");
    TableArguments arguments;
    parser.add_option("FILE", arguments.file, "a session (.lanes) or a trace")->required();
    const Words words;
    parser.add_option("TABLE", arguments.table, "which table")
        ->required()
        ->check(CLI::IsMember(words.tables));
    parser.add_option("--by", arguments.by, "what its rows are, where a table has several kinds")
        ->check(CLI::IsMember(words.by));
    parser.add_flag("--no-arguments", arguments.withoutArguments,
                    "slices without what else is known of them");
    addCategoriesOption(parser);
    if (const auto code = parseArguments(parser, argc, argv)) {
        return *code;
    }
    if (isatty(STDOUT_FILENO) == 1) {
        return fail(parser,
                    Error{"a table is nothing to read: import lanescope, or use 'stats' and 'convert'"},
                    kUsage);
    }
    const auto trace = openFiles(parser, {arguments.file});
    if (!trace) {
        return fail(parser, trace.error());
    }
    OutputTable table;
    if (!addEvents(table, arguments, *trace.value())) {
        TraceAnalyses analyses(trace.value());
        report::Table answer =
            *report::answerNamed(arguments.table)->make(analyses, {.by = arguments.by}, {});
        (void)answer.sortBy(answer.sortedBy);
        table.add(answer);
    }
    if (const Result<void> written = table.write(STDOUT_FILENO); !written) {
        return fail(parser, written.error());
    }
    return kGood;
}

} // namespace lanes::cli
