#include "app/cli/Analysis.h"
#include "app/cli/Commands.h"
#include "app/cli/TimeArgument.h"
#include "model/analysis/TraceAnalyses.h"
#include "model/analysis/compare/SessionDiff.h"
#include "model/base/Format.h"
#include "model/trace/Profile.h"
#include "model/trace/args/JsonWriter.h"

#include <array>
#include <cstdio>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace lanes::cli {

namespace {

const std::map<std::string, DiffBy> kBy{
    {"name", DiffBy::Name},         {"shapes", DiffBy::Shapes}, {"kernel", DiffBy::Kernel},
    {"module", DiffBy::Module},     {"stack", DiffBy::Stack},   {"step", DiffBy::Step},
    {"category", DiffBy::Category},
};

void writeBound(JsonWriter& json, std::string_view key, std::optional<TimeNs> bound) {
    json.key(key);
    if (bound) {
        json.integer(*bound);
    } else {
        json.raw("null");
    }
}

void writeSteady(JsonWriter& json, const std::optional<SteadyChange>& change) {
    json.key("steady");
    if (!change) {
        json.raw("null");
        return;
    }
    json.beginObject();
    json.field("text", steadySentence(*change));
    json.field("verdict", steadyVerdict(*change));
    json.field("status", diffStatusKey(change->status));
    json.field("delta_ns", change->delta());
    const bool known = change->status != DiffStatus::Unknown;
    writeBound(json, "low_ns", known ? std::optional(change->low) : std::nullopt);
    writeBound(json, "high_ns", known ? std::optional(change->high) : std::nullopt);
    for (const auto& [letter, side] : {std::pair("a", &change->a), std::pair("b", &change->b)}) {
        json.key(letter);
        json.beginObject();
        json.field("steps", side->steps());
        json.field("mean_ns", side->mean());
        json.field("median_ns", side->median());
        for (std::size_t i = 0; i < kStepParts; ++i) {
            const auto part = static_cast<StepPart>(i);
            json.field(std::string(stepPartKey(part)) + "_ns", side->mean(part));
        }
        json.endObject();
    }
    json.endObject();
}

// Where a steady step's wall time went on both sides.
std::string steadyText(const SteadyChange& change) {
    static constexpr std::array<const char*, kStepParts> kNames{
        "device busy", "exposed communication", "waiting for data", "CPU and launches", "nothing recorded"};
    report::TextTable table({"a steady step", "A", "B", "difference"}, 1);
    const auto add = [&table](const char* name, TimeNs a, TimeNs b) {
        table.add({name, formatDuration(a), formatDuration(b), formatDuration(b - a)});
    };
    for (std::size_t i = 0; i < kStepParts; ++i) {
        const auto part = static_cast<StepPart>(i);
        if (change.a.mean(part) != 0 || change.b.mean(part) != 0) {
            add(kNames[i], change.a.mean(part), change.b.mean(part));
        }
    }
    add("all of it, the mean", change.a.mean(), change.b.mean());
    return steadySentence(change) + "\n" + steadyVerdict(change) + "\n\n" + table.text() + "\n";
}

std::string diffJson(const SessionDiff& diff, std::size_t shown) {
    JsonWriter json;
    json.beginObject();
    json.field("a_ns", diff.timeA);
    json.field("b_ns", diff.timeB);
    json.field("delta_ns", diff.timeB - diff.timeA);
    json.field("steps_a", diff.stepsA);
    json.field("steps_b", diff.stepsB);
    json.key("comparable");
    json.boolean(diff.comparable);
    json.field("why", diff.why);
    json.key("differences");
    json.beginArray();
    for (const SideDifference& difference : diff.differences) {
        json.beginObject();
        json.field("what", difference.key);
        json.field("a", difference.a);
        json.field("b", difference.b);
        json.field("text", difference.sentence());
        json.endObject();
    }
    json.endArray();
    writeSteady(json, diff.steady);
    json.key("rows");
    json.beginArray();
    for (const DiffRow& row : std::span(diff.rows).first(shown)) {
        json.beginObject();
        json.field("name", row.name);
        json.field("a_calls", row.callsA);
        json.field("b_calls", row.callsB);
        json.field("a_ns", row.timeA);
        json.field("b_ns", row.timeB);
        json.field("delta_ns", row.delta());
        writeBound(json, "low_ns", row.low);
        writeBound(json, "high_ns", row.high);
        const auto perStep = [&row](TimeNs DiffRow::PerStep::*of) {
            return row.perStep ? std::optional((*row.perStep).*of) : std::nullopt;
        };
        writeBound(json, "step_delta_ns", perStep(&DiffRow::PerStep::delta));
        writeBound(json, "step_low_ns", perStep(&DiffRow::PerStep::low));
        writeBound(json, "step_high_ns", perStep(&DiffRow::PerStep::high));
        json.field("status", diffStatusKey(row.status));
        json.endObject();
    }
    json.endArray();
    json.endObject();
    return json.take();
}

std::string diffCsv(const SessionDiff& diff, std::size_t shown) {
    report::TextTable table(
        {"name", "status", "a_calls", "b_calls", "a_ns", "b_ns", "delta_ns", "low_ns", "high_ns"}, 2);
    const auto bound = [](std::optional<TimeNs> ns) { return ns ? std::to_string(*ns) : std::string(); };
    for (const DiffRow& row : std::span(diff.rows).first(shown)) {
        table.add({row.name, std::string(diffStatusKey(row.status)), std::to_string(row.callsA),
                   std::to_string(row.callsB), std::to_string(row.timeA), std::to_string(row.timeB),
                   std::to_string(row.delta()), bound(row.low), bound(row.high)});
    }
    return table.csv();
}

// Totals of other numbers of steps differ without a change: bounds are those of a step then, as the verdicts are.
std::string rowsText(const SessionDiff& diff, std::size_t shown) {
    const bool byStep = diff.stepsA != diff.stepsB && diff.stepsA > 0 && diff.stepsB > 0;
    std::vector<std::string> heads{"name", "status", "calls A", "calls B", "A", "B", "difference"};
    if (byStep) {
        heads.emplace_back("of a step");
    }
    heads.insert(heads.end(), {"from", "to"});
    report::TextTable table(heads, 2);
    const auto add = [&](std::vector<std::string> cells) {
        cells.resize(heads.size());
        table.add(std::move(cells));
    };
    const auto time = [](std::optional<TimeNs> ns) { return ns ? formatDuration(*ns) : std::string(); };
    TimeNs rest = diff.timeB - diff.timeA;
    for (const DiffRow& row : std::span(diff.rows).first(shown)) {
        rest -= row.delta();
        std::vector<std::string> cells{row.name,
                                       std::string(diffStatusKey(row.status)),
                                       formatCount(row.callsA),
                                       formatCount(row.callsB),
                                       formatDuration(row.timeA),
                                       formatDuration(row.timeB),
                                       formatDuration(row.delta())};
        if (!byStep) {
            cells.insert(cells.end(), {time(row.low), time(row.high)});
        } else if (row.perStep) {
            cells.insert(cells.end(),
                         {time(row.perStep->delta), time(row.perStep->low), time(row.perStep->high)});
        }
        add(std::move(cells));
    }
    if (shown < diff.rows.size()) {
        add({"all other rows", "", "", "", "", "", formatDuration(rest)});
    }
    add({"all", "", "", "", formatDuration(diff.timeA), formatDuration(diff.timeB),
         formatDuration(diff.timeB - diff.timeA)});
    return table.text();
}

std::string diffText(const SessionDiff& diff, std::size_t shown) {
    std::string text;
    for (const SideDifference& difference : diff.differences) {
        text += difference.sentence() + "\n";
    }
    text += (text.empty() ? "" : "\n") + (diff.steady ? steadyText(*diff.steady) : std::string());
    return text + rowsText(diff, shown) + "\n" + formatCount(diff.stepsA) + " and " +
           formatCount(diff.stepsB) + " steps compared" + (diff.why.empty() ? "." : ". " + diff.why) + "\n";
}

// Of profiles without times: nothing of it is a duration unless they weigh by time.
std::string profileDiffJson(const SessionDiff& diff, std::size_t shown) {
    const ProfileMetric& metric = *diff.metric;
    const std::string unit = "_" + metric.key();
    JsonWriter json;
    const auto amount = [&](const std::string& key, std::int64_t value) {
        json.key(key + unit);
        json.raw(metric.plain(value));
    };
    json.beginObject();
    json.field("metric", metric.name);
    amount("a", diff.timeA);
    amount("b", diff.timeB);
    amount("delta", diff.timeB - diff.timeA);
    json.key("comparable");
    json.boolean(diff.comparable);
    json.field("why", diff.why);
    json.key("rows");
    json.beginArray();
    for (const DiffRow& row : std::span(diff.rows).first(shown)) {
        json.beginObject();
        json.field("name", row.name);
        json.field("a_calls", row.callsA);
        json.field("b_calls", row.callsB);
        amount("a", row.timeA);
        amount("b", row.timeB);
        amount("delta", row.delta());
        json.field("status", diffStatusKey(row.status));
        json.endObject();
    }
    json.endArray();
    json.endObject();
    return json.take();
}

std::string profileDiffTable(const SessionDiff& diff, std::size_t shown, bool csv) {
    const ProfileMetric& metric = *diff.metric;
    const std::string unit = "_" + metric.key();
    const auto amount = [&](std::int64_t value) { return csv ? metric.plain(value) : metric.text(value); };
    const auto count = [csv](std::int64_t n) { return csv ? std::to_string(n) : formatCount(n); };
    report::TextTable table(
        csv ? std::vector<std::string>{"name", "status", "a_calls", "b_calls", "a" + unit, "b" + unit,
                                       "delta" + unit}
            : std::vector<std::string>{"function", "status", "calls A", "calls B", "A", "B", "difference"},
        2);
    std::int64_t rest = diff.timeB - diff.timeA;
    for (const DiffRow& row : std::span(diff.rows).first(shown)) {
        rest -= row.delta();
        table.add({row.name, std::string(diffStatusKey(row.status)), count(row.callsA), count(row.callsB),
                   amount(row.timeA), amount(row.timeB), amount(row.delta())});
    }
    if (csv) {
        return table.csv();
    }
    if (shown < diff.rows.size()) {
        table.add({"all other rows", "", "", "", "", "", amount(rest)});
    }
    table.add({"all", "", "", "", amount(diff.timeA), amount(diff.timeB), amount(diff.timeB - diff.timeA)});
    return table.text() + "\n" + diff.why + "\n";
}

// One of the two: its sessions and which part of them.
struct Side {
    char letter; // "a": what its options end in
    std::string file;
    std::vector<std::string> more;
    PartArguments part;
    std::vector<std::unique_ptr<TraceAnalyses>> analyses; // of the file, then of the others
    std::vector<std::optional<TimeRange>> ranges;         // of each

    [[nodiscard]] std::string option(std::string_view what) const {
        return "--" + std::string(what) + "-" + letter;
    }
    [[nodiscard]] DiffSide asked() const {
        DiffSide side{*analyses.front(), ranges.front(), {}};
        for (std::size_t i = 1; i < analyses.size(); ++i) {
            side.more.push_back({*analyses[i], ranges[i]});
        }
        return side;
    }
};

void addOptions(CLI::App& parser, Side& side) {
    const std::string which = side.letter == 'a' ? "first" : "second";
    parser.add_option(side.option("range"), side.part.range,
                      "only A..B of the " + which + ", as 10ms..20ms or as recorded in ns");
    parser.add_option(side.option("step"), side.part.step, "only step N of the " + which)
        ->check(wholeNumber())
        ->excludes(parser.get_option(side.option("range")));
    parser
        .add_option(side.option("more"), side.more,
                    "further sessions that are the " + which +
                        ", too: runs of the same program, whose steps are samples")
        ->take_all();
}

std::optional<int> openSide(const CLI::App& parser, Side& side) {
    std::vector<std::string> files{side.file};
    files.insert(files.end(), side.more.begin(), side.more.end());
    for (const std::string& file : files) {
        const auto trace = openFiles(parser, {file}, Takes::ProfilesToo);
        if (!trace) {
            return fail(parser, trace.error());
        }
        const bool byStep = side.part.step >= 0;
        if (isProfile(*trace.value()) && (byStep || !side.part.range.empty())) {
            return fail(parser,
                        Error{whyNoTimes(*trace.value()) + " Leave out " +
                              side.option(byStep ? "step" : "range") + "."},
                        kUsage);
        }
        const auto part =
            partOf(side.part, trace.value()->span(), byStep ? findSteps(*trace.value()) : SessionSteps());
        if (!part) {
            return fail(parser, Error{side.option(byStep ? "step" : "range") + ": " + part.error().message},
                        kUsage);
        }
        side.analyses.push_back(std::make_unique<TraceAnalyses>(trace.value()));
        side.ranges.push_back(part.value());
    }
    return std::nullopt;
}

} // namespace

int runDiff(int argc, char** argv) {
    CLI::App parser(
        "Prints what got slower from session A to session B, and whether that is more than chance",
        "lanescope diff");
    Side a{'a'};
    Side b{'b'};
    std::string by = "name";
    std::string format = "table";
    parser.add_option("A", a.file, "a session (.lanes) or a trace: before")->required();
    parser.add_option("B", b.file, "another, or the same: after")->required();
    parser
        .add_option(
            "--by", by,
            "name, shapes, module, stack or category: operators and ranges, by self time; kernel: by device "
            "time; step: by length")
        ->check(CLI::IsMember(kBy));
    addOptions(parser, a);
    addOptions(parser, b);
    addCategoriesOption(parser);
    const TopOption top(parser, 40);
    addFormatOption(parser, format);
    if (const auto code = parseArguments(parser, argc, argv)) {
        return *code;
    }
    for (Side* side : {&a, &b}) {
        if (const auto code = openSide(parser, *side)) {
            return *code;
        }
    }
    const auto diff = diffOf(a.asked(), b.asked(), kBy.at(by));
    const OutputFormat output = outputFormat(format);
    const std::size_t shown = top.shown(diff->rows.size(), output);
    if (output == OutputFormat::Csv && diff->rows.empty()) {
        std::fprintf(stderr, "%s: %s\n", parser.get_name().c_str(), diff->why.c_str());
    }
    if (diff->metric && !diff->comparable) {
        return fail(parser, Error{diff->why}, kUsage);
    }
    if (diff->metric) {
        print(output == OutputFormat::Json ? profileDiffJson(*diff, shown)
                                           : profileDiffTable(*diff, shown, output == OutputFormat::Csv));
        return kGood;
    }
    print(output == OutputFormat::Json  ? diffJson(*diff, shown)
          : output == OutputFormat::Csv ? diffCsv(*diff, shown)
                                        : diffText(*diff, shown));
    return kGood;
}

} // namespace lanes::cli
