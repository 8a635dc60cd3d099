#include "app/cli/Analysis.h"
#include "app/cli/Command.h"
#include "app/cli/Commands.h"
#include "app/cli/ParseArguments.h"
#include "app/cli/TimeArgument.h"
#include "model/analysis/ranks/RankAlignment.h"
#include "model/anonymise/AnonymousTrace.h"
#include "model/base/SameFile.h"
#include "model/base/Utf8.h"
#include "model/base/WholeFile.h"
#include "model/io/export/ChromeExporter.h"
#include "model/io/joining/TraceMerge.h"
#include "model/io/pftrace/PerfettoExporter.h"
#include "model/session/writing/WriteTrace.h"
#include "model/trace/Profile.h"
#include "model/trace/TraceCut.h"

#include <CLI/CLI.hpp>

#include <cstddef>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lanes::cli {

namespace {

constexpr int kMostFiles = 1 << 16;

enum class Target { Session, Chrome, Perfetto };

std::optional<Target> targetOf(const std::string& path) {
    if (path.ends_with(".lanes")) {
        return Target::Session;
    }
    if (path.ends_with(".pftrace") || path.ends_with(".pftrace.gz")) {
        return Target::Perfetto;
    }
    if (path == "-" || path.ends_with(".json") || path.ends_with(".json.gz")) {
        return Target::Chrome;
    }
    return {};
}

Result<void> write(const Trace& trace, const std::string& path, Target target) {
    return target == Target::Session    ? session::writeTrace(trace, path)
           : target == Target::Perfetto ? exportPerfettoTrace(trace, path)
                                        : exportChromeTrace(trace, path);
}

// Why a profile without times becomes no such file; empty: it does, or the trace is none.
std::string refusal(const Trace& trace, Target target, bool anonymise) {
    if (!isProfile(trace) || (target == Target::Session && !anonymise)) {
        return {};
    }
    return whyNoTimes(trace) + (anonymise ? " Its names cannot be replaced; leave out --anonymise."
                                          : " \"lanescope flame\" writes it for other tools.");
}

// Secret bytes of a file; empty without a file.
Result<std::string> keyOf(const std::string& path) {
    constexpr std::size_t kShortest = 16; // bytes: nobody tries all of them
    if (path.empty()) {
        return std::string();
    }
    std::string key = wholeFile(path);
    if (key.size() < kShortest) {
        return Error{"the key file " + path + " must be readable and hold at least " +
                     std::to_string(kShortest) + " bytes; head -c 32 /dev/urandom writes such"};
    }
    return key;
}

struct ConvertArguments {
    std::vector<std::string> from; // and the target, last
    bool quiet = false;
    bool anonymise = false;
    std::string keyFile;
    PartArguments part;
};

void addOptions(CLI::App& parser, ConvertArguments& arguments) {
    parser
        .add_option(
            "FILE...", arguments.from,
            "a session or a trace (- for standard input), or several that are ranks of one job or captures "
            "of graphs and their replays; the last "
            "is what to write: NAME.lanes, NAME.json, NAME.json.gz, NAME.pftrace or NAME.pftrace.gz, or - "
            "for "
            "Chrome JSON on standard output")
        ->required()
        ->option_text("TARGET")
        ->expected(2, kMostFiles);
    parser.add_option("--range", arguments.part.range,
                      "only what reaches into A..B, cut there, as in 1.5s..2s; either may be left out");
    parser.add_option("--step", arguments.part.step, "only step N")->check(wholeNumber());
    auto* const hides =
        parser.add_flag("--anonymise", arguments.anonymise,
                        "replace names of hosts, users, paths, commands, own modules and kernels, and leave "
                        "out what is no public name; figures stay");
    parser
        .add_option(
            "--key", arguments.keyFile,
            "with --anonymise: a secret file; the same name gets the same replacement in all files that are "
            "converted with it")
        ->option_text("FILE")
        ->needs(hides);
    parser.add_flag("-q,--quiet", arguments.quiet, "do not list what was repaired");
}

// Says it on stderr; the command's exit code.
int complain(const std::string& sentence, int code) {
    std::fprintf(stderr, "lanescope convert: %s\n", forTerminal(sentence).c_str());
    return code;
}

} // namespace

int runConvert(int argc, char** argv) {
    CLI::App parser("Converts a trace into a session, or a session into Chrome JSON or Perfetto's format, by "
                    "the name of the target",
                    "lanescope convert");
    ConvertArguments arguments;
    addOptions(parser, arguments);
    if (const auto code = parseArguments(parser, argc, argv)) {
        return *code;
    }
    std::vector<std::string> from = std::move(arguments.from);
    const std::string to = from.back();
    from.pop_back();
    const std::optional<Target> target = targetOf(to);
    if (!target) {
        return complain("the name " + to +
                            " must end in .lanes, .json, .json.gz, .pftrace or .pftrace.gz, or be -",
                        kUsage);
    }
    if (to != "-" && isOneOf(to, from)) {
        return complain(to + " is what is to be read; name another target", kUsage);
    }
    const auto key = keyOf(arguments.keyFile);
    if (!key) {
        return complain(key.error().message, kUsage);
    }
    const auto trace = openAsOne(from, {}, &alignRanks);
    if (!trace) {
        return complain(trace.error().message, kFailed);
    }
    if (const std::string why = refusal(*trace.value(), *target, arguments.anonymise); !why.empty()) {
        return complain(why, kUsage);
    }
    for (const Diagnostic& d : trace.value()->diagnostics().all()) {
        if (!arguments.quiet) {
            std::fprintf(stderr, "%llu x %s\n", static_cast<unsigned long long>(d.count),
                         forTerminal(d.message).c_str());
        }
    }
    const auto range = partOf(arguments.part, trace.value()->span(), findSteps(*trace.value()));
    if (!range) {
        return complain(range.error().message, kUsage);
    }
    auto kept = range.value() ? cutTrace(*trace.value(), *range.value()) : trace.value();
    if (arguments.anonymise) {
        kept = anonymousTrace(*kept, key.value());
    }
    if (const Result<void> written = write(*kept, to, *target); !written) {
        return complain(written.error().message, kFailed);
    }
    return kGood;
}

} // namespace lanes::cli
