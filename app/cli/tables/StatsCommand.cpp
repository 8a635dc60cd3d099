#include "app/cli/Analysis.h"
#include "app/cli/Commands.h"
#include "app/cli/TimeArgument.h"
#include "model/report/Answers.h"
#include "model/report/Readers.h"
#include "model/trace/Profile.h"

#include <set>
#include <utility>

namespace lanes::cli {

namespace {

struct StatsArguments {
    std::vector<std::string> files;
    std::string by = "name"; // of a profile that is asked for nothing else: function
    PartArguments part;
    std::string where;
    std::string sort;
    std::string format = "table";
};

// "name, shapes, ...: operators; kernel: kernels; graph: the nodes of CUDA graphs"
std::string groupsText(std::set<std::string>& words) {
    std::string text;
    for (const report::Answer& answer : report::answers()) {
        text += text.empty() ? "" : "; ";
        for (const std::string_view word : answer.by) {
            text += (word == answer.by.front() ? "" : ", ") + std::string(word);
            words.emplace(word);
        }
        text += ": " + std::string(answer.about);
    }
    return text;
}

// What is asked for does not fit what the file is; empty: it does.
std::string misfit(const Trace& trace, std::string_view answer, const StatsArguments& arguments) {
    const bool profile = isProfile(trace);
    const bool functions = answer == "functions";
    const PartArguments& part = arguments.part;
    const bool bounded = !part.range.empty() || part.step >= 0 || part.scope != "all";
    if (profile && (!functions || bounded)) {
        return whyNoTimes(trace) + " Ask for --by function alone.";
    }
    return !profile && functions ? trace.info().source + " is no profile without times; ask for --by name."
                                 : std::string();
}

// The rows that `top` allows, and a line that says how many there are besides.
std::string output(report::Table& table, const TopOption& top, OutputFormat format) {
    if (format == OutputFormat::Table) {
        table.leaveOutRepeats();
    }
    const std::size_t all = table.order.size();
    table.order.resize(top.shown(all, format));
    switch (format) {
    case OutputFormat::Table:
        return asText(table) + leftOutText(all, table.order.size());
    case OutputFormat::Csv:
        return asCsv(table);
    case OutputFormat::Json:
        break;
    }
    JsonWriter json;
    writeJson(json, table);
    return json.take();
}

} // namespace

int runStats(int argc, char** argv) {
    CLI::App parser("Prints a table of operators, kernels and what else a session answers",
                    "lanescope stats");
    StatsArguments arguments;
    addFilesOption(parser, arguments.files);
    std::set<std::string> words;
    parser.add_option("--by", arguments.by, groupsText(words))->check(CLI::IsMember(words));
    parser.add_option("--range", arguments.part.range,
                      "only what starts in A..B, as 10ms..20ms from the start or as recorded in ns");
    parser.add_option("--step", arguments.part.step, "only what starts in step N")->check(wholeNumber());
    addScopeOption(parser, arguments.part.scope);
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
    const auto trace = openFiles(parser, arguments.files, Takes::ProfilesToo);
    if (!trace) {
        return fail(parser, trace.error());
    }
    if (parser.count("--by") == 0 && isProfile(*trace.value())) {
        arguments.by = "function";
    }
    const report::Answer& answer = *report::answerBy(arguments.by);
    if (const std::string why = misfit(*trace.value(), answer.key, arguments); !why.empty()) {
        return fail(parser, Error{why}, kUsage);
    }
    if (!filter.value().empty() && !answer.takesFilter) {
        return fail(parser,
                    Error{"--where does not apply to --by " + arguments.by +
                          "; leave it out, or ask for a part with --range or --step."},
                    kUsage);
    }
    TraceAnalyses analyses(trace.value());
    const auto part = partOf(arguments.part, trace.value()->span(), analyses.operators()->steps);
    if (!part) {
        return fail(parser, part.error(), kUsage);
    }
    report::Table table = *answer.make(analyses, {arguments.by, part.value(), filter.value()}, {});
    const std::string_view column =
        arguments.sort.empty() ? table.sortedBy : std::string_view(arguments.sort);
    if (!column.empty() && !table.sortBy(column)) {
        return fail(parser,
                    Error{"there is no column \"" + arguments.sort +
                          "\" to sort by; columns are named as --format json names them."},
                    kUsage);
    }
    print(output(table, top, outputFormat(arguments.format)));
    return kGood;
}

} // namespace lanes::cli
