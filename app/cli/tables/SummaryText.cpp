#include "app/cli/tables/SummaryText.h"

#include "model/analysis/trust/RecordingCost.h"
#include "model/base/Format.h"
#include "model/base/Utf8.h"
#include "model/trace/Profile.h"
#include "model/trace/args/JsonWriter.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <utility>
#include <vector>

namespace lanes::cli {

namespace {

constexpr std::array<std::string_view, 3> kSeverities{"note", "warning", "loss"};

void addSums(JsonWriter& json, std::string_view key, const std::map<std::string, SessionSummary::Sum>& sums) {
    json.key(key);
    json.beginObject();
    for (const auto& [name, sum] : sums) {
        json.key(name);
        json.beginObject();
        json.field("count", static_cast<std::int64_t>(sum.count));
        json.field("total_ns", sum.total);
        json.endObject();
    }
    json.endObject();
}

void addDiagnostics(JsonWriter& json, const Diagnostics& diagnostics) {
    json.key("diagnostics");
    json.beginArray();
    for (const Diagnostic& d : diagnostics.all()) {
        json.beginObject();
        json.field("kind", d.kind);
        json.field("count", static_cast<std::int64_t>(d.count));
        json.field("first_offset", d.firstOffset);
        json.field("severity", kSeverities[static_cast<std::size_t>(d.severity)]);
        json.field("message", d.message);
        json.endObject();
    }
    json.endArray();
    json.field("diagnostics_total", static_cast<std::int64_t>(diagnostics.total()));
}

std::string processKey(const Trace& trace, ProcessId process) {
    return process.value < trace.processes().size() ? trace.processes()[process.value].key : "";
}

void addProcesses(JsonWriter& json, const Trace& trace) {
    json.key("processes");
    json.beginArray();
    for (const Process& p : trace.processes()) {
        json.beginObject();
        json.field("pid", p.key);
        json.field("name", p.name);
        if (p.parentPid >= 0) {
            json.field("parent_pid", p.parentPid);
        }
        if (!p.host.empty()) {
            json.field("host", p.host);
        }
        if (p.rank >= 0) {
            json.field("rank", p.rank);
        }
        if (!p.deviceUuid.empty()) {
            json.field("device_uuid", p.deviceUuid);
        }
        json.endObject();
    }
    json.endArray();
}

void addClocks(JsonWriter& json, const Trace& trace) {
    json.key("clocks");
    json.beginArray();
    for (const Clock& c : trace.clocks()) {
        json.beginObject();
        json.field("process", processKey(trace, c.process));
        json.field("offset_ns", c.offset);
        json.field("drift_per_billion", c.driftPerBillion);
        json.field("error_ns", c.error);
        json.field("method", c.method);
        json.key("applied");
        json.boolean(c.applied);
        json.field("samples", static_cast<std::int64_t>(c.samples.size()));
        json.endObject();
    }
    json.endArray();
}

std::uint64_t lossOf(const Diagnostics& diagnostics) {
    std::uint64_t sum = 0;
    for (const Diagnostic& d : diagnostics.all()) {
        sum += d.severity == Severity::Loss ? d.count : 0;
    }
    return sum;
}

std::string wordsIn(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) {
        out += (out.empty() ? "" : " ") + word;
    }
    return out;
}

std::string line(std::string_view label, const std::string& value) {
    std::string out(label);
    out.resize(std::max<std::size_t>(out.size(), 14), ' ');
    return out + value + "\n";
}

std::string count(std::uint64_t n) {
    return formatCount(static_cast<std::int64_t>(n));
}

std::string count(std::uint64_t n, std::string_view one, std::string_view many) {
    return formatCount(static_cast<std::int64_t>(n), one, many);
}

// How each process was captured: "1234 (DataLoader worker 1), calibrated hook, torch 2.9.1, Python 3.12.1".
std::string captureLines(const SessionInfo& info) {
    const auto property = [&](const std::string& key) -> std::string {
        const auto found =
            std::ranges::find(info.properties, key, &std::pair<std::string, std::string>::first);
        return found == info.properties.end() ? "" : repairUtf8(found->second);
    };
    std::string out;
    for (const auto& [key, value] : info.properties) {
        if (!key.starts_with("process.") || !key.ends_with(".capture")) {
            continue;
        }
        const std::string prefix = key.substr(0, key.size() - std::string_view("capture").size());
        const std::string name = property(prefix + "name");
        std::string text = prefix.substr(8, prefix.size() - 9) + (name.empty() ? "" : " (" + name + ")");
        text += ", " + repairUtf8(value);
        for (const auto& [what, label] : {std::pair{"torch", "torch "}, std::pair{"python", "Python "}}) {
            const std::string version = property(prefix + what);
            text += version.empty() ? "" : std::string(", ") + label + version;
        }
        out += line("process", text);
        std::istringstream reasons(property(prefix + "reason"));
        for (std::string reason; std::getline(reasons, reason);) {
            out += line("", "  " + reason);
        }
    }
    return out;
}

// "GPU 0: offset -12.0 ms, drift 3 per billion, error 2.0 us, 40 samples (midpoint of two reads)"; no offset where both count from
// different moments.
std::string clockLines(const Trace& trace) {
    std::string out;
    for (const Clock& c : trace.clocks()) {
        const std::string process = processKey(trace, c.process);
        out +=
            line("clock", (process.empty() ? "" : repairUtf8(process) + ": ") +
                              (c.sameOrigin() ? "offset " + formatDuration(c.offset) + ", " : "") + "drift " +
                              std::to_string(c.driftPerBillion) + " per billion, error " +
                              formatDuration(c.error) + ", " + count(c.samples.size(), "sample", "samples") +
                              (c.method.empty() ? "" : " (" + repairUtf8(c.method) + ")") +
                              (c.applied ? "" : "; NOT APPLIED: its times are of this clock"));
    }
    return out;
}

// What a profile holds in place of times.
std::string profileText(const Trace& trace, const Profile& profile) {
    std::string out = line(
        "profile",
        repairUtf8(profile.format) + ", " + count(profile.nodes.size(), "path of calls", "paths of calls") +
            (profile.functions.empty() ? ""
                                       : ", " + count(profile.functions.size(), "function", "functions")));
    out += line("times", "none: " + whyNoTimes(trace));
    for (std::size_t m = 0; m < profile.metrics.size(); ++m) {
        const ProfileMetric& metric = profile.metrics[m];
        const bool counts = metric.unit == ProfileMetric::Unit::Count && metric.perUnit == 1;
        const std::string sum = counts ? formatCount(profile.sum(m)) : metric.text(profile.sum(m));
        out += line(m == 0 ? "weighs" : "", repairUtf8(metric.name + ": " + sum) + " in all");
    }
    return out;
}

void addProfile(JsonWriter& json, const Profile& profile) {
    json.key("profile");
    json.beginObject();
    json.field("format", profile.format);
    json.key("estimated");
    json.boolean(profile.estimated);
    json.field("paths", static_cast<std::int64_t>(profile.nodes.size()));
    json.field("functions", static_cast<std::int64_t>(profile.functions.size()));
    json.key("metrics");
    json.beginObject();
    for (std::size_t m = 0; m < profile.metrics.size(); ++m) {
        json.key(profile.metrics[m].name);
        json.raw(profile.metrics[m].plain(profile.sum(m)));
    }
    json.endObject();
    json.endObject();
}

std::string sumLines(std::string_view title, const std::map<std::string, SessionSummary::Sum>& sums) {
    constexpr std::size_t kMost = 20;
    std::vector<std::pair<std::string, SessionSummary::Sum>> rows(sums.begin(), sums.end());
    std::ranges::stable_sort(rows, std::greater<>(), [](const auto& row) { return row.second.total; });
    std::string out = rows.empty() ? "" : "\n" + std::string(title) + "\n";
    for (std::size_t i = 0; i < std::min(rows.size(), kMost); ++i) {
        const auto& [name, sum] = rows[i];
        std::string row = "  " + (name.empty() ? "(none)" : repairUtf8(name));
        row.resize(std::max<std::size_t>(row.size() + 1, 36), ' ');
        out += row + count(sum.count, "slice", "slices") + ", " + formatDuration(sum.total) + "\n";
    }
    if (rows.size() > kMost) {
        out += "  and " + count(rows.size() - kMost) + " more\n";
    }
    return out;
}

// Streams by what their rows are called: their keys are numbers, those of waits' rows none of CUDA's.
std::map<std::string, SessionSummary::Sum> withNamedStreams(const Trace& trace,
                                                            std::map<std::string, SessionSummary::Sum> sums) {
    for (const Track& track : trace.tracks()) {
        if (track.kind != Track::Kind::Stream || track.name.empty() ||
            track.process.value >= trace.processes().size()) {
            continue;
        }
        const std::string& process = trace.processes()[track.process.value].key;
        if (const auto row = sums.extract(process + "/" + track.key)) {
            SessionSummary::Sum& named = sums[process + "/" + track.name];
            named.count += row.mapped().count;
            named.total += row.mapped().total;
        }
    }
    return sums;
}

std::string diagnosticLines(const Diagnostics& diagnostics) {
    std::string out = diagnostics.empty() ? "" : "\ndiagnostics\n";
    for (const Diagnostic& d : diagnostics.all()) {
        out += "  " + std::string(kSeverities[static_cast<std::size_t>(d.severity)]) + ": " +
               repairUtf8(d.message) + " (" + repairUtf8(d.kind) + ", " + count(d.count) +
               (d.firstOffset >= 0 ? ", first at " + std::to_string(d.firstOffset) : "") + ")\n";
    }
    return out;
}

} // namespace

std::string summaryJson(const Trace& trace, const SessionSummary& s) {
    const SessionInfo& info = trace.info();
    JsonWriter json;
    json.beginObject();
    json.field("file", info.source);
    json.field("producer", info.producer);
    json.field("host", info.host);
    json.key("command");
    json.beginArray();
    for (const std::string& word : info.command) {
        json.text(word);
    }
    json.endArray();
    json.key("exit_status");
    if (info.exitStatus < 0) {
        json.raw("null"); // not known
    } else {
        json.integer(info.exitStatus);
    }
    json.key("complete");
    json.boolean(info.complete);
    if (const auto profile = profileOf(trace)) {
        addProfile(json, *profile);
    }
    json.field("slices", static_cast<std::int64_t>(s.slices));
    json.field("open_slices", static_cast<std::int64_t>(s.openSlices));
    addSums(json, "categories", s.categories);
    addSums(json, "threads", s.threads);
    json.field("flows", static_cast<std::int64_t>(s.flows));
    json.field("flows_linked", static_cast<std::int64_t>(s.flowsLinked));
    json.field("instants", static_cast<std::int64_t>(s.instants));
    json.field("memory_events", static_cast<std::int64_t>(s.memoryEvents));
    json.field("distinct_names", static_cast<std::int64_t>(s.distinctNames));
    json.field("span_ns", s.span);
    json.field("duration_ns", s.duration);
    json.field("max_depth", static_cast<std::int64_t>(s.maxDepth));
    json.field("pauses", static_cast<std::int64_t>(s.paused.count));
    json.field("paused_ns", s.paused.total);
    json.field("outside_ns", s.outside.total);
    addProcesses(json, trace);
    addClocks(json, trace);
    json.key("properties");
    json.beginObject();
    for (const auto& [key, value] : info.properties) {
        json.field(key, value);
    }
    json.endObject();
    json.field("lost", static_cast<std::int64_t>(lossOf(trace.diagnostics())));
    addDiagnostics(json, trace.diagnostics());
    json.endObject();
    return json.take();
}

std::string summaryText(const Trace& trace, const SessionSummary& s) {
    const SessionInfo& info = trace.info();
    std::string out = line("file", info.source);
    if (!info.producer.empty()) {
        out += line("made by",
                    repairUtf8(info.producer) + (info.host.empty() ? "" : " on " + repairUtf8(info.host)));
    }
    if (!info.command.empty()) {
        out += line("program", repairUtf8(wordsIn(info.command)));
        out += line("ended", info.exitStatus < 0      ? "not known"
                             : info.exitStatus >= 128 ? "by signal " + std::to_string(info.exitStatus - 128)
                                                      : "with exit code " + std::to_string(info.exitStatus));
    }
    out += line("complete", info.complete ? "yes" : "no");
    if (const auto profile = profileOf(trace)) {
        return forTerminal(out + profileText(trace, *profile) + diagnosticLines(trace.diagnostics()));
    }
    out += line("span", formatDuration(s.span));
    if (s.paused.count > 0) {
        out += line("paused", count(s.paused.count, "time", "times") + ", " + formatDuration(s.paused.total) +
                                  " in all");
    }
    if (s.outside.count > 0) {
        out +=
            line("outside", formatDuration(s.outside.total) + " of it ran outside of the filter (--where)");
    }
    out += line("slices", count(s.slices) + ", " + count(s.distinctNames, "name", "names") + ", up to " +
                              count(s.maxDepth) + " deep" +
                              (s.openSlices > 0 ? ", " + count(s.openSlices) + " not ended" : ""));
    out += line("arrows", count(s.flows) + ", " + count(s.flowsLinked) + " linked");
    out += line("instants", count(s.instants));
    out += line("memory", count(s.memoryEvents, "event", "events"));
    out += captureLines(info);
    if (const RecordingCost cost = recordingCost(trace); cost.steps || cost.operators) {
        out += line("cost", costText(cost));
    }
    out += clockLines(trace);
    out += sumLines("categories", s.categories);
    out += sumLines("threads", withNamedStreams(trace, s.threads));
    out += diagnosticLines(trace.diagnostics());
    return forTerminal(out);
}

} // namespace lanes::cli
