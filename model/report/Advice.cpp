#include "model/report/Advice.h"

#include <functional>

namespace lanes::report {

namespace {

class AdviceColumns {
public:
    AdviceColumns(std::shared_ptr<const AdviceData> data,
                  std::shared_ptr<const std::vector<Finding>> findings,
                  std::shared_ptr<const std::vector<AdviceRow>> rows)
        : data_(data.get())
        , findings_(findings.get())
        , rows_(
              std::move(rows),
              std::make_shared<
                  std::pair<std::shared_ptr<const AdviceData>, std::shared_ptr<const std::vector<Finding>>>>(
                  std::move(data), std::move(findings))) {}

    Table take() {
        addFinding();
        addSaving();
        addText();
        addPlace();
        Table& table = rows_.table();
        table.keyBelow = "where";
        table.sortedBy = "saves_ns";
        table.zero = data_ != nullptr ? data_->trace().span().begin : 0;
        table.parent = rows_.of([](const AdviceRow& row) { return row.parent; });
        std::erase_if(table.order, [&table](std::uint32_t row) { return table.parent(row) != Table::kNone; });
        table.origin = rows_.of([f = findings_](const AdviceRow& row) {
            const std::vector<SliceId>& where = (*f)[row.finding].where;
            return row.place.valid() || where.empty() ? row.place : where.front();
        });
        table.identity = rows_.of([f = findings_](const AdviceRow& row) {
            return std::hash<std::string_view>{}((*f)[row.finding].rule) ^
                   (row.place.valid() ? (std::uint64_t{row.place.value} + 1) << 20 : 0);
        });
        table.tint = rows_.of([](const AdviceRow&) { return Tint{Hue::Norm, {}}; });
        return std::move(table);
    }

private:
    // Adds a column of findings; places have no value.
    template<class Get>
    void add(Column column, Get get) {
        column.levels = Top;
        rows_.add(std::move(column), [f = findings_, get](const AdviceRow& row) {
            return row.place.valid() ? Value() : Value(get((*f)[row.finding]));
        });
    }

    void addFinding() {
        add({.key = "rule", .kind = Kind::Text, .readers = Text | Files},
            [](const Finding& finding) { return finding.rule; });
        rows_.add({.key = "title",
                   .kind = Kind::Text,
                   .unit = Unit::Sentence,
                   .title = translatable("Report", "Recommendation"),
                   .look = {.least = 320},
                   .keyBelow = "name"},
                  [d = data_, f = findings_](const AdviceRow& row) {
                      return row.place.valid() ? d->trace().text(d->trace().slice(row.place).name)
                                               : std::string_view((*f)[row.finding].title);
                  });
    }

    void addSaving() {
        add({.key = "saves_ns",
             .unit = Unit::Time,
             .title = translatable("Report", "Saves"),
             .tip = translatable("Report", "In each step; in the whole range where there are no steps"),
             .look = {.form = Look::Form::Bar, .width = 150, .most = 220}},
            [](const Finding& finding) { return finding.saves.best; });
        add({.key = "low_ns",
             .unit = Unit::Time,
             .title = translatable("Report", "At least"),
             .tip = translatable("Report", "Lower bound of the saving"),
             .look = {.width = 84, .yields = 2, .quiet = true, .digits = 3}},
            [](const Finding& finding) { return finding.saves.low; });
        add({.key = "high_ns",
             .unit = Unit::Time,
             .title = translatable("Report", "At most"),
             .tip = translatable("Report", "Upper bound of the saving"),
             .look = {.width = 84, .yields = 2, .quiet = true, .digits = 3}},
            [](const Finding& finding) { return finding.saves.high; });
        add({.key = "share",
             .kind = Kind::Number,
             .unit = Unit::Share,
             .title = translatable("Report", "Share"),
             .tip = translatable("Report", "Part of the step that it saves"),
             .look = {.width = 72}},
            [](const Finding& finding) { return finding.share; });
        add({.key = "confidence",
             .kind = Kind::Number,
             .unit = Unit::Share,
             .title = translatable("Report", "Confidence"),
             .tip = translatable("Report", "Confidence that this cost the time"),
             .look = {.form = Look::Form::Meter, .width = 96, .yields = 1, .quiet = true, .digits = 0}},
            [](const Finding& finding) { return finding.confidence; });
    }

    void addText() {
        add({.key = "seen",
             .kind = Kind::Text,
             .unit = Unit::Sentence,
             .title = translatable("Report", "What was seen"),
             .readers = Files | View,
             .look = {.least = 260, .yields = 3, .quiet = true}},
            [](const Finding& finding) { return std::string_view(finding.seen); });
        add({.key = "remedy", .kind = Kind::Text, .unit = Unit::Sentence, .readers = Files},
            [](const Finding& finding) { return std::string_view(finding.remedy); });
        add({.key = "overlaps", .kind = Kind::TextList, .readers = Files},
            [](const Finding& finding) { return Texts(finding.overlaps.begin(), finding.overlaps.end()); });
    }

    void addPlace() {
        rows_.add({.key = "start_ns", .unit = Unit::Moment, .readers = Json, .levels = Below},
                  [d = data_](const AdviceRow& row) { return d->trace().slice(row.place).start; });
        rows_.add({.key = "end_ns", .unit = Unit::Moment, .readers = Json, .levels = Below},
                  [d = data_](const AdviceRow& row) { return d->trace().slice(row.place).end(); });
        rows_.add({.key = "line", .kind = Kind::Text, .readers = Json, .levels = Below},
                  [](const AdviceRow& row) {
                      return row.line.empty() ? Value() : Value(std::string_view(row.line));
                  });
        rows_.add({.key = "stack", .kind = Kind::TextList, .readers = Json, .levels = Below},
                  [](const AdviceRow& row) { return Texts(row.stack.begin(), row.stack.end()); });
    }

    const AdviceData* data_;
    const std::vector<Finding>* findings_;
    Rows<AdviceRow> rows_;
};

} // namespace

std::vector<AdviceRow> adviceRows(const AdviceData& data, const std::vector<Finding>& findings,
                                  const std::function<bool(const Finding&)>& wanted) {
    std::vector<AdviceRow> rows;
    for (std::uint32_t i = 0; i < findings.size(); ++i) {
        if (wanted && !wanted(findings[i])) {
            continue;
        }
        const auto head = static_cast<std::uint32_t>(rows.size());
        rows.push_back({i, {}, {}, {}, Table::kNone});
        for (const SliceId place : findings[i].where) {
            AdviceRow& row =
                rows.emplace_back(AdviceRow{i, place, data.textOfLine(data.lineOf(place)), {}, head});
            for (StackLine& line : data.origin().pythonStackOf(place).lines) {
                row.stack.push_back(std::move(line.text));
            }
        }
    }
    return rows;
}

Table adviceTable(std::shared_ptr<const AdviceData> data,
                  std::shared_ptr<const std::vector<Finding>> findings,
                  std::shared_ptr<const std::vector<AdviceRow>> rows) {
    return AdviceColumns(std::move(data), std::move(findings), std::move(rows)).take();
}

std::optional<Table> advice(TraceAnalyses& analyses, const Asked& asked, const std::stop_token& stop) {
    auto data = analyses.advice(stop);
    auto found = data ? adviceOf(*data, asked.range, {}, stop) : std::nullopt;
    if (!found) {
        return std::nullopt;
    }
    auto findings = std::make_shared<const std::vector<Finding>>(std::move(*found));
    auto rows = std::make_shared<const std::vector<AdviceRow>>(adviceRows(*data, *findings));
    return adviceTable(std::move(data), std::move(findings), std::move(rows));
}

} // namespace lanes::report
