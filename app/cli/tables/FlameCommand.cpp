#include "app/cli/Analysis.h"
#include "app/cli/Commands.h"
#include "app/cli/TimeArgument.h"
#include "model/analysis/TraceAnalyses.h"
#include "model/analysis/flame/FlameExport.h"
#include "model/base/Format.h"
#include "model/base/SameFile.h"
#include "model/io/export/TextSink.h"
#include "model/trace/Profile.h"

#include <cstdint>
#include <cstdio>
#include <map>

namespace lanes::cli {

namespace {

constexpr std::uint64_t kMostLines = 1'000'000'000; // bytes of collapsed stacks

const std::map<std::string, FlameSource> kSources{
    {"all", FlameSource::Everything},
    {"operators", FlameSource::Operators},
    {"python", FlameSource::Python},
    {"modules", FlameSource::Modules},
};
const std::map<std::string, FlameWeight> kWeights{
    {"cpu", FlameWeight::CpuTime},
    {"device", FlameWeight::DeviceTime},
    {"count", FlameWeight::Count},
    {"bytes", FlameWeight::AllocatedBytes},
};

struct FlameArguments {
    std::vector<std::string> files;
    std::string output;
    std::string source = "all";
    std::string weight = "cpu";
    std::string metric; // of a profile; empty: the main one
    bool collapsed = false;
    bool speedscope = false;
    bool svg = false;
    bool bottomUp = false;
    bool collapseRecursion = false;
    bool tidy = false;
    PartArguments part;
};

void addOptions(CLI::App& parser, FlameArguments& arguments) {
    addFilesOption(parser, arguments.files);
    CLI::Option_group* form = parser.add_option_group("form");
    form->add_flag("--collapsed", arguments.collapsed,
                   "one line per stack, for flamegraph.pl (default, unless FILE ends in .json or .svg)");
    form->add_flag("--speedscope", arguments.speedscope, "JSON for speedscope");
    form->add_flag("--svg", arguments.svg, "a picture");
    form->require_option(0, 1);
    parser.add_option("--of", arguments.source, "all, operators, python or modules")
        ->check(CLI::IsMember({"all", "operators", "python", "modules"}));
    parser.add_option("--weight", arguments.weight, "cpu or device (ns), count, bytes (allocated)")
        ->check(CLI::IsMember({"cpu", "device", "count", "bytes"}));
    parser
        .add_option("--metric", arguments.metric,
                    "of a profile without times: which of its metrics (default: the first)")
        ->option_text("NAME");
    parser.add_flag("--bottom-up", arguments.bottomUp, "callers below what they call");
    parser.add_flag("--collapse-recursion", arguments.collapseRecursion,
                    "a call within a call of its name is one");
    parser.add_flag("--tidy", arguments.tidy,
                    "modules of one class are one, frames that only hand a call on are left out");
    parser.add_option("--range", arguments.part.range,
                      "only A..B, as 10ms..20ms from the start or as recorded in ns");
    parser.add_option("--step", arguments.part.step, "only step N")->check(wholeNumber());
    addScopeOption(parser, arguments.part.scope);
    parser.add_option("-o,--output", arguments.output, "file to write to; without it, standard output");
}

// The number of the metric of a profile that is asked for. A profile has no part, no device and no modules.
Result<std::uint32_t> metricOf(const Trace& trace, const FlameArguments& arguments) {
    const PartArguments& part = arguments.part;
    const auto profile = profileOf(trace);
    if (!profile) {
        return arguments.metric.empty() ? Result<std::uint32_t>(0)
                                        : Error{"--metric is for profiles without times; ask for --weight."};
    }
    if (!part.range.empty() || part.step >= 0 || part.scope != "all" || arguments.source != "all" ||
        arguments.weight != "cpu") {
        return Error{whyNoTimes(trace) +
                     " Leave out --range, --step, --scope, --of and --weight; there is --metric."};
    }
    std::string known;
    for (std::uint32_t m = 0; m < profile->metrics.size(); ++m) {
        const ProfileMetric& metric = profile->metrics[m];
        if (arguments.metric.empty() || arguments.metric == metric.name || arguments.metric == metric.key()) {
            return m;
        }
        known += (known.empty() ? "" : ", ") + metric.name;
    }
    return Error{"The profile has no metric " + arguments.metric + "; it has " +
                 (known.empty() ? "none" : known) + "."};
}

void write(const FlameTree& tree, const FlameArguments& arguments, const TextTaker& out) {
    const FlameWeight weight = kWeights.at(arguments.weight);
    const std::string name = arguments.files.front().substr(arguments.files.front().rfind('/') + 1);
    if (arguments.speedscope) {
        writeSpeedscopeProfile(tree, weight, name, out);
    } else if (arguments.svg) {
        out(flameSvg(tree, weight, name));
    } else {
        writeCollapsedStacks(tree, weight, out);
    }
}

} // namespace

int runFlame(int argc, char** argv) {
    CLI::App parser("Writes the call tree of a session for other tools", "lanescope flame");
    FlameArguments arguments;
    addOptions(parser, arguments);
    if (const auto code = parseArguments(parser, argc, argv)) {
        return *code;
    }
    if (!arguments.collapsed && !arguments.speedscope && !arguments.svg) { // as the name says
        arguments.speedscope = arguments.output.ends_with(".json");
        arguments.svg = arguments.output.ends_with(".svg");
    }
    if (isOneOf(arguments.output, arguments.files)) {
        return fail(parser, Error{arguments.output + " is what is to be read; name another file"}, kUsage);
    }
    const auto trace = openFiles(parser, arguments.files, Takes::ProfilesToo);
    if (!trace) {
        return fail(parser, trace.error());
    }
    const Result<std::uint32_t> metric = metricOf(*trace.value(), arguments);
    if (!metric) {
        return fail(parser, metric.error(), kUsage);
    }
    TraceAnalyses analyses(trace.value());
    const auto data = analyses.operators();
    const auto part = partOf(arguments.part, trace.value()->span(), data->steps);
    if (!part) {
        return fail(parser, part.error(), kUsage);
    }
    FlameQuery query;
    query.source = kSources.at(arguments.source);
    query.range = part.value();
    query.collapseRecursion = arguments.collapseRecursion;
    query.tidy = arguments.tidy;
    query.metric = metric.value();
    std::shared_ptr<const FlameTree> tree = FlameTree::build(*data, query);
    if (arguments.bottomUp) {
        tree = tree->bottomUp();
        if (tree->callerLevels() > 0) {
            std::fprintf(
                stderr,
                "lanescope flame: The tree is too deep for all callers: those of %u levels are written\n",
                tree->callerLevels());
        }
    }
    const std::uint64_t bytes = collapsedStacksBytes(*tree, kWeights.at(arguments.weight));
    if (!arguments.speedscope && !arguments.svg && bytes > kMostLines) {
        return fail(parser, Error{"calls nest so deep that their lines would take " +
                                  formatBytes(static_cast<std::int64_t>(bytes)) +
                                  "; write --speedscope or --svg, or a part of the session with --range."});
    }
    if (arguments.output.empty()) {
        write(*tree, arguments, print);
        return kGood;
    }
    const auto file = TextSink::create(arguments.output, TextSink::Packing::None);
    if (!file) {
        return fail(parser, file.error());
    }
    write(*tree, arguments, [&](std::string_view piece) {
        file.value()->text() += piece;
        file.value()->flushIfFull();
    });
    const Result<void> written = file.value()->finish();
    return written ? kGood : fail(parser, written.error());
}

} // namespace lanes::cli
