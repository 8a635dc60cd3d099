#include "model/report/Path.h"

#include <algorithm>
#include <array>

namespace lanes::report {

namespace {

struct Group {
    std::string_view word; // of `stats --by`
    PathBy by;
    std::string_view head; // of the names in a text table
};
constexpr std::array kGroups{
    Group{"path_kind", PathBy::Kind, "kind"}, Group{"path_name", PathBy::Name, "name"},
    Group{"path_module", PathBy::Module, "module"}, Group{"path_line", PathBy::Line, "line"}};

Tint tintOf(const FoundPath& found, const PathRow& row, PathBy by) {
    if (by == PathBy::Kind) {
        return {pathKindHue(*row.kind), {}};
    }
    const Trace& trace = found.graph->traceOf(row.longest.place);
    return {by == PathBy::Name ? trace.slice(row.longest.slice).hue : Hue::Range, {}};
}

void addName(Rows<PathRow>& rows, PathBy by) {
    rows.add({.key = "name",
              .kind = Kind::Text,
              .title = translatable("Report", "On the path"),
              .head = std::ranges::find(kGroups, by, &Group::by)->head,
              .look = {.form = Look::Form::Dot,
                       .least = 280,
                       .unknown = by == PathBy::Module ? translatable("Report", "in no module")
                                                       : translatable("Report", "not recorded")}},
             [by](const PathRow& row) -> Value {
                 return by == PathBy::Kind ? Value(pathKindWord(*row.kind))
                        : row.name.empty() ? Value()
                                           : Value(std::string_view(row.name));
             });
    if (by == PathBy::Name) {
        rows.add({.key = "kind", .kind = Kind::Text, .readers = Text | Files},
                 [](const PathRow& row) { return pathKindWord(*row.kind); });
    }
}

} // namespace

Word pathKindWord(PathKind kind) {
    static constexpr std::array<const char*, kPathKinds> kTexts{
        translatable("Report", "Host"),        translatable("Report", "Launch"),
        translatable("Report", "Kernel"),      translatable("Report", "Copy"),
        translatable("Report", "Sync"),        translatable("Report", "Collective"),
        translatable("Report", "Not recorded")};
    return {pathKindKey(kind), kTexts[static_cast<std::size_t>(kind)]};
}

Hue pathKindHue(PathKind kind) {
    static constexpr std::array<Hue, kPathKinds> kHues{
        Hue::Operator, Hue::Runtime, Hue::Gemm, Hue::Copy, Hue::Sync, Hue::Communication, Hue::Other};
    return kHues[static_cast<std::size_t>(kind)];
}

Table pathTable(std::shared_ptr<const FoundPath> found, std::shared_ptr<const std::vector<PathRow>> rows,
                PathBy by) {
    const FoundPath* of = found.get();
    Rows<PathRow> made(std::move(rows), std::move(found));
    addName(made, by);
    made.add({.key = "time_ns",
              .unit = Unit::Time,
              .title = translatable("Report", "Time"),
              .tip = translatable("Report", "Time on the path; all rows by kind sum to the range"),
              .look = {.form = Look::Form::Bar, .width = 170, .most = 300}},
             [](const PathRow& row) { return row.time; });
    made.add({.key = "share",
              .kind = Kind::Number,
              .unit = Unit::Share,
              .title = translatable("Report", "Share"),
              .look = {.width = 72}},
             [of](const PathRow& row) {
                 return static_cast<double>(row.time) /
                        static_cast<double>(std::max<TimeNs>(of->path.range.length(), 1));
             });
    made.add({.key = "segments",
              .unit = Unit::Count,
              .title = translatable("Report", "Segments"),
              .tip = translatable("Report", "How often the path goes through it"),
              .look = {.width = 88, .yields = 2, .quiet = true}},
             [](const PathRow& row) { return row.segments; });
    made.add({.key = "slack_ns",
              .unit = Unit::Time,
              .title = translatable("Report", "Slack"),
              .tip = translatable("Report", "So much less, and something else would decide"),
              .look = {.width = 96, .yields = 1, .quiet = true}},
             [](const PathRow& row) { return row.slack ? Value(*row.slack) : Value(); });
    Table& table = made.table();
    table.sortedBy = "time_ns";
    table.origin = made.of([](const PathRow& row) { return row.longest.slice; });
    table.identity = made.of([](const PathRow& row) {
        return std::hash<std::string>{}(row.name) * kPathKinds +
               static_cast<std::uint64_t>(row.kind.value_or(PathKind::Host));
    });
    table.tint = made.of([of, by](const PathRow& row) { return tintOf(*of, row, by); });
    return std::move(table);
}

std::optional<Table> path(TraceAnalyses& analyses, const Asked& asked, const std::stop_token& stop) {
    const auto graph = analyses.path(stop);
    if (!graph) {
        return std::nullopt;
    }
    const auto* const group = std::ranges::find(kGroups, asked.by, &Group::word);
    const PathBy by = group == kGroups.end() ? PathBy::Kind : group->by;
    auto found = std::make_shared<const FoundPath>(
        FoundPath{graph, std::make_shared<const PathOrigins>(*graph),
                  criticalPath(*graph, asked.range.value_or(analyses.trace()->work()), stop)});
    auto rows = pathRows(*graph, *found->origins, found->path, by, stop);
    if (stop.stop_requested()) {
        return std::nullopt;
    }
    return pathTable(std::move(found), std::make_shared<const std::vector<PathRow>>(std::move(rows)), by);
}

} // namespace lanes::report
