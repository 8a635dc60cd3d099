#include "model/report/Awaited.h"

#include "model/analysis/operators/OwnFrame.h"
#include "model/analysis/operators/PythonFrames.h"
#include "model/report/Ranks.h"

#include <functional>

namespace lanes::report {

namespace {

struct AwaitedRow {
    const AwaitedCollective* collective = nullptr;
    std::int64_t rank = 0;
    const CollectiveCall* call = nullptr; // in which the rank waits; null: it has not come
    std::string line;                     // "step (train.py:27)"; empty: not known
};

std::vector<AwaitedRow> rowsOf(const JobRanks& job, const EventOrigin& origins,
                               std::optional<TimeRange> range) {
    StackSearch search(origins, isOwnFrame);
    const auto lineOf = [&](SliceId slice) -> std::string {
        const auto line = search.lineOf(slice);
        if (!line) {
            return {};
        }
        const PythonFrame frame = parseFrame(line->text);
        const std::string place = placeOf(frame);
        return place.empty() ? frame.function : frame.function + " (" + place + ")";
    };
    std::vector<AwaitedRow> rows;
    for (const AwaitedCollective& one : job.awaited) {
        const auto callOf = [&](std::size_t i) {
            return &job.records[one.waiting[i]].collectives[one.calls[i]];
        };
        if (range && !range->contains(callOf(0)->range.begin)) {
            continue;
        }
        for (const std::size_t rank : one.missing) {
            rows.push_back({&one, job.records[rank].rank, nullptr, {}});
        }
        for (std::size_t i = 0; i < one.waiting.size(); ++i) {
            rows.push_back({&one, job.records[one.waiting[i]].rank, callOf(i), lineOf(callOf(i)->slice)});
        }
    }
    return rows;
}

void addCollective(Rows<AwaitedRow>& rows) {
    rows.add({.key = "name",
              .kind = Kind::Text,
              .title = translatable("Report", "Collective"),
              .look = {.form = Look::Form::Dot, .least = 150}},
             [](const AwaitedRow& row) { return std::string_view(row.collective->name); });
    rows.add({.key = "group",
              .kind = Kind::Text,
              .title = translatable("Report", "Group"),
              .look = {.width = 110, .yields = 2, .quiet = true}},
             [](const AwaitedRow& row) { return std::string_view(row.collective->group); });
    rows.add({.key = "sequence",
              .title = translatable("Report", "Number"),
              .tip = translatable("Report", "The number within the process group"),
              .look = {.width = 72}},
             [](const AwaitedRow& row) { return row.collective->sequence; });
}

void addRank(Rows<AwaitedRow>& rows) {
    rows.add({.key = "rank", .title = translatable("Report", "Rank"), .look = {.width = 60}},
             [](const AwaitedRow& row) { return row.rank; });
    rows.add({.key = "state",
              .kind = Kind::Text,
              .title = translatable("Report", "State"),
              .look = {.width = 110}},
             [](const AwaitedRow& row) {
                 return row.call != nullptr ? Word{"waits", translatable("Report", "waits")}
                                            : Word{"has not come", translatable("Report", "has not come")};
             });
    rows.add({.key = "start_ns",
              .unit = Unit::Moment,
              .title = translatable("Report", "Since"),
              .readers = Files | View,
              .look = {.width = 96, .yields = 3, .link = true}},
             [](const AwaitedRow& row) {
                 return row.call != nullptr ? Value(std::int64_t{row.call->range.begin}) : Value();
             });
    rows.add(
        {.key = "bytes",
         .unit = Unit::Bytes,
         .title = translatable("Report", "Bytes"),
         .look = {.width = 84, .yields = 4, .quiet = true}},
        [](const AwaitedRow& row) { return row.call != nullptr ? above(-1, row.call->bytes) : Value(); });
    rows.add(
        {.key = "line",
         .kind = Kind::Text,
         .title = translatable("Report", "Line"),
         .look = {.least = 150, .yields = 1}},
        [](const AwaitedRow& row) { return row.line.empty() ? Value() : Value(std::string_view(row.line)); });
}

} // namespace

std::optional<Table> awaited(TraceAnalyses& analyses, const Asked& asked, const std::stop_token& stop) {
    const auto records = analyses.ranks(stop);
    if (!records || stop.stop_requested()) {
        return std::nullopt;
    }
    std::vector<RankRecord> named = *records;
    nameRanks(named);
    const auto job = std::make_shared<const JobRanks>(jobRanksOf(std::move(named)));
    Rows<AwaitedRow> rows(
        std::make_shared<const std::vector<AwaitedRow>>(rowsOf(*job, *analyses.origins(), asked.range)), job);
    addCollective(rows);
    addRank(rows);
    Table& table = rows.table();
    table.zero = analyses.trace()->span().begin;
    table.origin =
        rows.of([](const AwaitedRow& row) { return row.call != nullptr ? row.call->slice : SliceId(); });
    table.identity = rows.of([](const AwaitedRow& row) {
        return std::hash<std::string>{}(row.collective->name + '\n' + row.collective->group) * 31 +
               static_cast<std::uint64_t>(row.collective->sequence * 4096 + row.rank);
    });
    table.tint = [](std::uint32_t) { return Tint{Hue::Communication, {}}; };
    return std::move(table);
}

} // namespace lanes::report
