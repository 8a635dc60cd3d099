#include "app/cli/Analysis.h"
#include "app/cli/Commands.h"
#include "app/cli/TimeArgument.h"
#include "model/analysis/TraceAnalyses.h"
#include "model/analysis/time/Overview.h"
#include "model/analysis/time/OverviewNumbers.h"
#include "model/base/Format.h"
#include "model/lod/RangeSummary.h"
#include "model/report/Gaps.h"
#include "model/report/Readers.h"
#include "model/report/Steps.h"
#include "model/report/TextTable.h"
#include "model/trace/args/JsonWriter.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace lanes::cli {

namespace {

// What `lanescope overview --top` adds: what took most, the highest memory, and how busy each row was.
struct TopFigures {
    OverviewNumbers numbers;
    RangeRows rows;
};

constexpr std::array<std::string_view, kLaneGroupCount> kLaneGroups{"ranges",  "python", "operators",
                                                                    "runtime", "device", "device_ranges"};

std::string_view groupKey(LaneGroup group) {
    return kLaneGroups[static_cast<std::size_t>(group)];
}

std::string nameOf(const Trace& trace, TrackId id) {
    const Track& track = trace.tracks()[id.value];
    return track.name.empty() ? track.key : track.name;
}

void writeTop(JsonWriter& json, std::string_view key, const std::vector<TopWork>& tops) {
    json.key(key);
    json.beginArray();
    for (const TopWork& top : tops) {
        json.beginObject();
        json.field("name", top.recorded);
        json.field("calls", top.calls);
        json.field("time_ns", top.time);
        json.endObject();
    }
    json.endArray();
}

void addTops(report::TextTable& table, std::string_view kind, const std::vector<TopWork>& tops, bool csv) {
    for (const TopWork& top : tops) {
        table.add({csv ? top.recorded : top.name, std::string(kind),
                   csv ? std::to_string(top.calls) : formatCount(top.calls),
                   csv ? std::to_string(top.time) : formatDuration(top.time)});
    }
}

// Of `part`, or the whole session; at most `most` operators and kernels, all for 0.
TopFigures topFigures(TraceAnalyses& analyses, std::optional<TimeRange> part, std::size_t most) {
    const TimeRange range = part.value_or(analyses.trace()->work());
    TopFigures tops;
    tops.numbers = *overviewNumbers(analyses, range, part,
                                    most > 0 ? most : std::numeric_limits<std::size_t>::max(), {});
    tops.rows = rowsIn(*LodIndex::build(analyses.trace()), range);
    return tops;
}

// Its members, into the open object.
void writeTops(JsonWriter& json, const Trace& trace, const TopFigures& tops) {
    writeTop(json, "operators", tops.numbers.operators);
    writeTop(json, "kernels", tops.numbers.kernels);
    if (tops.numbers.memory) {
        json.key("memory");
        json.beginObject();
        json.field("device", tops.numbers.memory->device);
        json.field("peak_allocated", tops.numbers.memory->peak);
        json.field("peak_time_ns", tops.numbers.memory->at);
        json.endObject();
    }
    if (tops.numbers.occupancy) {
        json.field("occupancy", *tops.numbers.occupancy);
    }
    if (tops.numbers.hasOverhead) {
        json.field("overhead_ns", tops.numbers.overhead);
    }
    json.key("rows");
    json.beginArray();
    for (const RowBusy& row : tops.rows.rows) {
        json.beginObject();
        json.field("name", nameOf(trace, row.track));
        json.field("group", groupKey(row.group));
        json.field("events", static_cast<std::int64_t>(row.events));
        json.field("busy_ns", row.busy);
        json.endObject();
    }
    json.endArray();
}

// Tables for people; as CSV the operators and kernels alone.
std::string topTables(const Trace& trace, const TopFigures& tops, bool csv) {
    report::TextTable table({csv ? "name" : "top", "kind", "calls", csv ? "time_ns" : "time"}, 2);
    addTops(table, "operator", tops.numbers.operators, csv);
    addTops(table, "kernel", tops.numbers.kernels, csv);
    if (csv) {
        return table.csv();
    }
    report::TextTable rows({"row", "group", "events", "busy"}, 2);
    for (const RowBusy& row : tops.rows.rows) {
        rows.add({nameOf(trace, row.track), std::string(groupKey(row.group)),
                  formatCount(static_cast<std::int64_t>(row.events)), formatDuration(row.busy)});
    }
    return table.text() + "\n" + rows.text();
}

// All, but rare ones only where there is such a time.
void writeSplit(JsonWriter& json, const SplitTimes& split) {
    json.key("split_ns");
    json.beginObject();
    for (int i = 0; i < kActivityCount; ++i) {
        const auto activity = static_cast<Activity>(i);
        if (!isRare(activity) || split.of(activity) > 0) {
            json.field(activityKey(activity), split.of(activity));
        }
    }
    json.endObject();
}

// What is printed beside the split of time, where it is asked for.
struct Extras {
    std::optional<TopFigures> tops;
    std::shared_ptr<const SessionGaps> gaps; // null: not asked for
    const SteadySteps* steady = nullptr;     // of the lowest rank; null: there are none
};

void writeSteady(JsonWriter& json, const SteadySteps* steady) {
    json.key("steady");
    if (steady == nullptr) {
        json.raw("null");
        return;
    }
    json.beginObject();
    json.field("begin_ns", steady->range.begin);
    json.field("end_ns", steady->range.end);
    json.field("steps", steady->steps);
    json.field("median_ns", steady->median);
    json.field("mean_ns", steady->mean);
    json.field("p95_ns", steady->p95);
    json.endObject();
}

report::Table gapTableOf(const std::shared_ptr<const Trace>& trace,
                         const std::shared_ptr<const SessionGaps>& gaps) {
    return report::gapTable(trace, gaps,
                            std::make_shared<const std::vector<report::GapRow>>(report::gapRows(*gaps)));
}

// What the idle time of a device went to.
void writeCauses(JsonWriter& json, const SessionGaps& gaps, const std::string& device) {
    const auto found =
        std::ranges::find(gaps.devices, device, [](const DeviceIdle& d) { return d.device.key; });
    json.key("by_cause");
    json.beginObject();
    for (int i = 0; i < kWaitCauses; ++i) {
        json.field(waitCauseKey(static_cast<WaitCause>(i)),
                   found != gaps.devices.end() ? found->byCause[static_cast<std::size_t>(i)] : 0);
    }
    json.endObject();
}

std::string overviewJson(const std::shared_ptr<const Trace>& trace,
                         const std::shared_ptr<const Overview>& overview, const Extras& extras) {
    JsonWriter json;
    json.beginObject();
    json.field("range_ns", overview->range.length());
    writeSplit(json, overview->split);
    json.key("devices");
    json.beginObject();
    for (const DeviceTimes& times : overview->devices) {
        json.key(times.device.key);
        json.beginObject();
        if (times.device.rank >= 0 && times.device.key.ends_with(')')) { // one of several
            json.field("rank", times.device.rank);
        }
        if (!times.device.uuid.empty()) {
            json.field("uuid", times.device.uuid);
        }
        json.field("busy_ns", times.busy);
        json.field("compute_ns", times.compute);
        json.field("communication_ns", times.communication);
        json.field("overlap_ns", times.overlap);
        json.field("utilisation", percentOf(times.busy, overview->range.length()));
        if (extras.gaps) {
            writeCauses(json, *extras.gaps, times.device.key);
        }
        json.endObject();
    }
    json.endObject();
    writeSteady(json, extras.steady);
    json.key("steps");
    writeJson(json, report::stepTable(overview, false));
    if (extras.tops) {
        writeTops(json, *trace, *extras.tops);
    }
    if (extras.gaps) {
        json.key("streams");
        writeJson(json, report::idleStreamTable(trace, extras.gaps));
        json.key("gaps");
        writeJson(json, gapTableOf(trace, extras.gaps));
    }
    json.endObject();
    return json.take();
}

std::string overviewTable(const std::shared_ptr<const Trace>& trace,
                          const std::shared_ptr<const Overview>& overview, const Extras& extras, bool csv) {
    if (csv && extras.gaps) {
        return asCsv(gapTableOf(trace, extras.gaps));
    }
    if (csv && extras.tops) {
        return topTables(*trace, *extras.tops, csv);
    }
    if (csv) {
        return asCsv(report::stepTable(overview, true));
    }
    std::string out = asText(report::stepTable(overview, true));
    if (!overview->devices.empty()) {
        report::TextTable devices({"device", "busy", "compute", "communication", "overlap", "utilisation"});
        for (const DeviceTimes& t : overview->devices) {
            devices.add({t.device.key, formatDuration(t.busy), formatDuration(t.compute),
                         formatDuration(t.communication), formatDuration(t.overlap),
                         std::to_string(percentOf(t.busy, overview->range.length())) + " %"});
        }
        out += "\n" + devices.text();
    }
    if (extras.tops) {
        out += "\n" + topTables(*trace, *extras.tops, csv);
    }
    if (extras.gaps) {
        report::Table gaps = gapTableOf(trace, extras.gaps);
        gaps.leaveOutRepeats();
        out += "\n" + asText(report::idleStreamTable(trace, extras.gaps)) + "\n" +
               asText(report::idleDeviceTable(extras.gaps)) + "\n" + asText(gaps);
    }
    return out;
}

} // namespace

int runOverview(int argc, char** argv) {
    CLI::App parser("Prints where the time of a session went, by step and by device", "lanescope overview");
    std::vector<std::string> files;
    std::string format = "table";
    PartArguments arguments;
    std::int64_t mostGaps = -1;
    std::int64_t mostTops = -1;
    addFilesOption(parser, files);
    parser.add_option("--range", arguments.range,
                      "only A..B, as 10ms..20ms from the start or as recorded in ns");
    parser.add_option("--step", arguments.step, "only step N")->check(wholeNumber());
    addScopeOption(parser, arguments.scope);
    parser
        .add_option(
            "--gaps", mostGaps,
            "also how often and how long each stream and device was idle, and the N largest gaps with "
            "their causes; 0: all. CSV prints these alone")
        ->check(wholeNumber());
    parser
        .add_option(
            "--top", mostTops,
            "also the N operators and kernels that took most, the highest memory, and how busy each row "
            "was; 0: all. CSV prints the operators and kernels alone")
        ->check(wholeNumber());
    addFormatOption(parser, format);
    if (const auto code = parseArguments(parser, argc, argv)) {
        return *code;
    }
    const OutputFormat output = outputFormat(format);
    if (output == OutputFormat::Csv && mostGaps >= 0 && mostTops >= 0) {
        return fail(parser, Error{"CSV is one table: ask for --gaps or --top."}, kUsage);
    }
    const auto trace = openFiles(parser, files);
    if (!trace) {
        return fail(parser, trace.error());
    }
    const TimeRange span = trace.value()->span();
    const SessionSteps steps = findSteps(*trace.value());
    const auto part = partOf(arguments, span, steps);
    if (!part) {
        return fail(parser, part.error(), kUsage);
    }
    TraceAnalyses analyses(trace.value());
    const auto overview = std::make_shared<const Overview>(
        overviewOf(*analyses.split(), steps, part.value().value_or(trace.value()->work())));
    Extras extras;
    extras.steady = steps.empty() ? nullptr : steps.steady(steps.all().front().rank);
    if (mostTops >= 0) {
        extras.tops = topFigures(analyses, part.value(), static_cast<std::size_t>(mostTops));
    }
    if (mostGaps >= 0) {
        extras.gaps = std::make_shared<const SessionGaps>(
            gapsOfSession(*analyses.gaps(), part.value(), static_cast<std::size_t>(mostGaps)));
    }
    print(output == OutputFormat::Json
              ? overviewJson(trace.value(), overview, extras)
              : overviewTable(trace.value(), overview, extras, output == OutputFormat::Csv));
    return kGood;
}

} // namespace lanes::cli
