#include "app/cli/Analysis.h"
#include "app/cli/Commands.h"
#include "model/analysis/TraceAnalyses.h"
#include "model/analysis/time/Overview.h"
#include "model/analysis/trust/Ledger.h"
#include "model/base/Format.h"
#include "model/report/Issues.h"
#include "model/report/Readers.h"
#include "model/trace/args/JsonWriter.h"

#include <algorithm>
#include <optional>

namespace lanes::cli {

namespace {

template<class Number>
void writeKnown(JsonWriter& json, std::string_view key, const std::optional<Number>& value) {
    json.key(key);
    if (value) {
        json.integer(static_cast<std::int64_t>(*value));
    } else {
        json.raw("null");
    }
}

std::string verdictOf(const Ledger& ledger) {
    const auto faults = std::ranges::count_if(ledger.entries, &LedgerEntry::fault);
    if (faults > 0) {
        return formatCount(faults, "issue", "issues");
    }
    return ledger.repaired > 0
               ? "OK: " + formatCount(static_cast<std::int64_t>(ledger.repaired), "event", "events") +
                     " repaired"
               : "OK";
}

void writeEntry(JsonWriter& json, const Trace& trace, const LedgerEntry& entry) {
    json.beginObject();
    json.field("group", ledgerGroupKey(entry.group));
    json.field("kind", entry.key);
    json.field("title", entry.title);
    json.field("count", static_cast<std::int64_t>(entry.count));
    json.key("fault");
    json.boolean(entry.fault);
    json.key("first");
    json.beginObject();
    writeKnown(json, "offset", entry.offset >= 0 ? std::optional(entry.offset) : std::nullopt);
    writeKnown(json, "time_ns", entry.time);
    json.field("name", entry.slice.valid() ? trace.text(trace.slice(entry.slice).name) : std::string_view());
    json.endObject();
    json.field("meaning", entry.meaning);
    json.endObject();
}

void writeCost(JsonWriter& json, const RecordingCost& cost) {
    json.key("recording_cost");
    json.beginObject();
    const auto& steps = cost.steps;
    const auto& operators = cost.operators;
    writeKnown(json, "per_step_ns", steps ? std::optional(steps->difference()) : std::nullopt);
    writeKnown(json, "per_step_error_ns", steps ? std::optional(steps->error) : std::nullopt);
    writeKnown(json, "other_step_ns", steps ? std::optional(steps->otherStep) : std::nullopt);
    writeKnown(json, "recorded_steps", steps ? std::optional(steps->recorded) : std::nullopt);
    writeKnown(json, "other_steps", steps ? std::optional(steps->others) : std::nullopt);
    writeKnown(json, "per_operator_ns", operators ? std::optional(operators->each) : std::nullopt);
    writeKnown(json, "timed_operators", operators ? std::optional(operators->timed) : std::nullopt);
    json.endObject();
}

std::string ledgerJson(const Trace& trace, const Ledger& ledger) {
    JsonWriter json;
    json.beginObject();
    json.key("sound");
    json.boolean(ledger.sound);
    json.field("verdict", verdictOf(ledger));
    json.field("records", static_cast<std::int64_t>(ledger.records));
    writeKnown(json, "lost", ledger.lost);
    json.field("repaired", static_cast<std::int64_t>(ledger.repaired));
    json.field("unmatched", static_cast<std::int64_t>(ledger.unmatched));
    writeKnown(json, "cupti_dropped", ledger.dropped);
    writeKnown(json, "clock_error_ns", ledger.clockError);
    writeKnown(json, "overhead_ns", ledger.overhead);
    writeKnown(json, "overhead_per_step_ns", ledger.overheadPerStep);
    writeCost(json, ledger.cost);
    json.key("coverage");
    json.beginObject();
    json.field("kernels", static_cast<std::int64_t>(ledger.coverage.work));
    json.field("launch", static_cast<std::int64_t>(ledger.coverage.launch));
    json.field("operator", static_cast<std::int64_t>(ledger.coverage.operators));
    json.field("stack", static_cast<std::int64_t>(ledger.coverage.stack));
    json.endObject();
    json.key("entries");
    json.beginArray();
    for (const LedgerEntry& entry : ledger.entries) {
        writeEntry(json, trace, entry);
    }
    json.endArray();
    json.endObject();
    return json.take();
}

std::string ledgerText(const std::shared_ptr<const Trace>& trace,
                       const std::shared_ptr<const Ledger>& shared) {
    const Ledger& ledger = *shared;
    const auto known = [](const auto& value, const auto& text) { return value ? text(*value) : "not known"; };
    const auto count = [](auto n) { return formatCount(static_cast<std::int64_t>(n)); };
    const auto share = [&](std::uint64_t part) {
        return count(part) + " (" +
               std::to_string(
                   percentOf(static_cast<TimeNs>(part), static_cast<TimeNs>(ledger.coverage.work))) +
               " %)";
    };
    report::TextTable figures({"", ""}, 2);
    figures.add({"records", count(ledger.records)});
    figures.add({"lost", known(ledger.lost, count)});
    figures.add({"repaired", count(ledger.repaired)});
    figures.add({"unmatched", count(ledger.unmatched)});
    figures.add({"dropped by CUPTI", known(ledger.dropped, count)});
    figures.add({"clock error", known(ledger.clockError, [](TimeNs t) { return formatDuration(t); })});
    figures.add({"profiler's overhead", known(ledger.overhead, [](TimeNs t) { return formatDuration(t); })});
    figures.add({"cost of recording", costText(ledger.cost)});
    if (ledger.overheadPerStep) {
        figures.add({"... per step", formatDuration(*ledger.overheadPerStep)});
    }
    figures.add({"kernels, copies, sets", count(ledger.coverage.work)});
    if (ledger.coverage.work > 0) {
        figures.add({"... with launch", share(ledger.coverage.launch)});
        figures.add({"... with operator", share(ledger.coverage.operators)});
        figures.add({"... with stack", share(ledger.coverage.stack)});
    }
    std::string text = verdictOf(ledger) + ".\n" + figures.text();
    if (!ledger.entries.empty()) {
        text += "\n" + asText(report::issueTable(trace, shared));
    }
    return text;
}

} // namespace

int runCheck(int argc, char** argv) {
    CLI::App parser("Checks the data quality of a session: exit code 0 if it has no issue, 1 if it has",
                    "lanescope check");
    std::vector<std::string> files;
    std::string format = "table";
    addFilesOption(parser, files);
    parser.add_option("--format", format, "table or json")->check(CLI::IsMember({"table", "json"}));
    if (const auto code = parseArguments(parser, argc, argv)) {
        return *code;
    }
    const auto trace = openFiles(parser, files);
    if (!trace) {
        return fail(parser, trace.error());
    }
    TraceAnalyses analyses(trace.value());
    const auto ledger = analyses.ledger();
    print(outputFormat(format) == OutputFormat::Json ? ledgerJson(*trace.value(), *ledger)
                                                     : ledgerText(trace.value(), ledger));
    return ledger->sound ? kGood : kFailed;
}

} // namespace lanes::cli
