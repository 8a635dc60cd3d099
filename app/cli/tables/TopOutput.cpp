#include "app/cli/tables/TopOutput.h"

#include "model/base/Format.h"
#include "model/report/TextTable.h"

#include <array>
#include <limits>
#include <string_view>

namespace lanes::cli {

namespace {

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

} // namespace

TopFigures topFigures(TraceAnalyses& analyses, std::optional<TimeRange> part, std::size_t most) {
    const TimeRange range = part.value_or(analyses.trace()->work());
    TopFigures tops;
    tops.numbers = *overviewNumbers(analyses, range, part,
                                    most > 0 ? most : std::numeric_limits<std::size_t>::max(), {});
    tops.rows = rowsIn(*LodIndex::build(analyses.trace()), range);
    return tops;
}

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

} // namespace lanes::cli
