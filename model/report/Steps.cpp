#include "model/report/Steps.h"

#include <algorithm>
#include <array>

namespace lanes::report {

namespace {

struct StepRow {
    const StepSplit* step = nullptr; // null: the whole range
    const SplitTimes* split = nullptr;
    TimeRange range;
};

std::vector<StepRow> rowsOf(const Overview& overview, bool whole) {
    std::vector<StepRow> rows;
    rows.reserve(overview.steps.size() + 1);
    if (whole) {
        rows.push_back({nullptr, &overview.split, overview.range});
    }
    for (const StepSplit& step : overview.steps) {
        rows.push_back({&step, &step.split, step.range});
    }
    return rows;
}

Word kindWord(StepKind kind) {
    static constexpr std::array<const char*, 6> kTexts{
        translatable("Report", "steady"),      translatable("Report", "warm-up"),
        translatable("Report", "compilation"), translatable("Report", "evaluation"),
        translatable("Report", "stub"),        translatable("Report", "hiccup")};
    return {stepKindKey(kind), kTexts[static_cast<std::size_t>(kind)]};
}

// Few sessions have time that was not recorded, or states of threads: the others do not have these columns.
void addSplit(Rows<StepRow>& rows, const Overview& overview) {
    static constexpr std::array<const char*, kActivityCount> kTitles{
        translatable("Report", "Kernels"),       translatable("Report", "Copies"),
        translatable("Report", "Fills"),         translatable("Report", "Communication"),
        translatable("Report", "Runtime calls"), translatable("Report", "Data loading"),
        translatable("Report", "CPU"),           translatable("Report", "Other"),
        translatable("Report", "Not recorded"),  translatable("Report", "CPU, not traced"),
        translatable("Report", "Idle time")};
    for (std::size_t i = 0; i < kTitles.size(); ++i) {
        const auto activity = static_cast<Activity>(i);
        if (!isRare(activity) || overview.split.of(activity) > 0) {
            rows.add({.key = rows.keep("split_ns." + std::string(activityKey(activity))),
                      .unit = Unit::Time,
                      .title = kTitles[i],
                      .head = activityKey(activity),
                      .look = {.width = 84, .quiet = true}},
                     [activity](const StepRow& row) { return row.split->of(activity); });
        }
    }
}

} // namespace

Table stepTable(std::shared_ptr<const Overview> overview, bool whole) {
    const Overview& of = *overview;
    Rows<StepRow> rows(std::make_shared<const std::vector<StepRow>>(rowsOf(of, whole)), std::move(overview));
    rows.add({.key = "name", .kind = Kind::Text, .title = translatable("Report", "Step"), .head = "part"},
             [](const StepRow& row) {
                 return row.step != nullptr ? std::string_view(row.step->name) : std::string_view("all");
             });
    rows.add({.key = "number", .unit = Unit::Count, .readers = Files},
             [](const StepRow& row) { return row.step != nullptr ? Value(row.step->step.number) : Value(); });
    // where several ranks have steps
    rows.add({.key = "rank", .unit = Unit::Count, .readers = Files, .optional = true},
             [](const StepRow& row) {
                 return row.step != nullptr && row.step->name != row.step->step.label
                            ? above(-1, row.step->step.rank)
                            : Value();
             });
    rows.add({.key = "kind",
              .kind = Kind::Text,
              .title = translatable("Report", "Kind"),
              .look = {.width = 96, .quiet = true}},
             [](const StepRow& row) {
                 return row.step != nullptr ? Value(kindWord(row.step->step.kind)) : Value();
             });
    rows.add({.key = "why",
              .kind = Kind::Text,
              .unit = Unit::Sentence,
              .title = translatable("Report", "Why"),
              .readers = Files | View,
              .look = {.width = 220, .yields = 2, .quiet = true}},
             [](const StepRow& row) {
                 return row.step == nullptr || row.step->step.why.empty()
                            ? Value()
                            : Value(std::string_view(row.step->step.why));
             });
    rows.add({.key = "start_ns",
              .unit = Unit::Moment,
              .title = translatable("Report", "Begins at"),
              .readers = Files | View,
              .look = {.width = 96, .yields = 1, .quiet = true}},
             [](const StepRow& row) { return row.range.begin; });
    rows.add({.key = "range_ns",
              .unit = Unit::Time,
              .title = translatable("Report", "Time"),
              .head = "time",
              .look = {.form = Look::Form::Bar, .width = 142}},
             [](const StepRow& row) { return row.range.length(); });
    addSplit(rows, of);
    rows.table().tint = [](std::uint32_t) { return Tint{Hue::Range, {}}; };
    return std::move(rows.table());
}

std::optional<Table> steps(TraceAnalyses& analyses, const Asked& asked, const std::stop_token& stop) {
    const auto split = analyses.split(stop);
    const auto operators = split ? analyses.operators(stop) : nullptr;
    if (!operators) {
        return std::nullopt;
    }
    auto overview = std::make_shared<const Overview>(
        overviewOf(*split, operators->steps, asked.range.value_or(analyses.trace()->work())));
    Table table = stepTable(std::move(overview), false);
    table.zero = analyses.trace()->span().begin;
    return table;
}

} // namespace lanes::report
