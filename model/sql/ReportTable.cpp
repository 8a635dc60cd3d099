#include "model/sql/ReportTable.h"

#include "model/report/Readers.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <utility>

namespace lanes::sql {

namespace {

// The rows of a table, and where those with a whole number in a column are.
class Rows {
public:
    explicit Rows(report::Table table)
        : table_(std::move(table)) {
        if (!table_.sortedBy.empty()) {
            (void)table_.sortBy(table_.sortedBy);
        }
    }
    [[nodiscard]] const report::Table& table() const { return table_; }
    // Positions in the table's order. The first to ask for a column sorts it.
    [[nodiscard]] std::span<const std::pair<std::int64_t, std::uint32_t>> with(const report::Column& column,
                                                                               Interval wanted) {
        auto& [made, sorted] = sorted_[column.key];
        if (!std::exchange(made, true)) {
            for (std::uint32_t at = 0; at < table_.order.size(); ++at) {
                const report::Value value = column.get(table_.order[at]);
                if (const auto* number = std::get_if<std::int64_t>(&value)) {
                    sorted.emplace_back(*number, at);
                }
            }
            std::ranges::sort(sorted);
        }
        const auto first = std::ranges::lower_bound(sorted, wanted.least, {}, &Entry::first);
        const auto last = std::ranges::upper_bound(sorted, wanted.most, {}, &Entry::first);
        return first < last ? std::span(first, last) : std::span<const Entry>();
    }

private:
    using Entry = std::pair<std::int64_t, std::uint32_t>;
    report::Table table_;
    std::map<std::string_view, std::pair<bool, std::vector<Entry>>> sorted_;
};

// What is asked of an answer in the arguments of its table.
struct Arguments {
    Interval range;
    std::string filter;
    friend bool operator==(const Arguments& a, const Arguments& b) {
        return a.range.least == b.range.least && a.range.most == b.range.most && a.filter == b.filter;
    }
};
// Null: stopped, or the reason why not is in the error.
using MakeRows = std::function<std::shared_ptr<Rows>(const Arguments& arguments, std::string& error)>;

struct Source {
    std::vector<report::Column> columns; // of all rows alike; their getters are of the first table
    int firstArgument = 0;               // columns behind those of the table
    std::size_t slice = 0;               // and the last
    MakeRows make;
    std::shared_ptr<Rows> rows; // made last
    Arguments arguments;        // for them
};

void give(sqlite3_context* result, const report::Column& column, const report::Value& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        sqlite3_result_int64(result, *whole);
    } else if (const auto* number = std::get_if<double>(&value)) {
        sqlite3_result_double(result, *number);
    } else if (!report::isUnknown(value)) {
        // copied: another range may follow within a query, and its rows take the place of these
        const std::string text = report::exactText(column, value);
        sqlite3_result_text64(result, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
    }
}

class ReportCursor : public Cursor {
public:
    explicit ReportCursor(Source& source)
        : source_(source) {}

    bool start(std::span<const Bound> bounds, std::span<const int> order, std::string& error) override;
    void next() override { ++at_; }
    [[nodiscard]] bool atEnd() const override {
        return at_ >= (chosen_ ? some_.size() : rows_->table().order.size());
    }
    void column(sqlite3_context* result, int column) override {
        const std::uint32_t row = rows_->table().order[position()];
        const auto number = static_cast<std::size_t>(column);
        if (number < columns_.size()) {
            if (columns_[number] != nullptr) {
                give(result, *columns_[number], columns_[number]->get(row));
            }
        } else if (number == source_.slice && rows_->table().origin) {
            const SliceId slice = rows_->table().origin(row);
            if (slice.valid()) {
                sqlite3_result_int64(result, slice.value);
            }
        }
    }
    [[nodiscard]] std::int64_t rowId() const override { return position(); }

private:
    [[nodiscard]] std::uint32_t position() const {
        return chosen_ ? some_[at_].second : static_cast<std::uint32_t>(at_);
    }
    bool ask(std::span<const Bound> bounds, std::string& error);

    Source& source_;
    std::shared_ptr<Rows> rows_;
    std::vector<const report::Column*> columns_; // of rows_; null: it lacks that one
    std::span<const std::pair<std::int64_t, std::uint32_t>> some_;
    bool chosen_ = false;
    std::size_t at_ = 0;
};

bool ReportCursor::ask(std::span<const Bound> bounds, std::string& error) {
    Arguments arguments;
    for (const Bound& bound : bounds) {
        const int argument = bound.term.column - source_.firstArgument;
        if (argument == 0) {
            arguments.range.least = sqlite3_value_int64(bound.value);
        } else if (argument == 1) {
            arguments.range.most = sqlite3_value_int64(bound.value);
        } else if (argument == 2 && sqlite3_value_type(bound.value) != SQLITE_NULL) {
            const auto* const text = reinterpret_cast<const char*>(sqlite3_value_text(bound.value));
            arguments.filter.assign(text, static_cast<std::size_t>(sqlite3_value_bytes(bound.value)));
        }
    }
    if (!source_.rows || arguments != source_.arguments) {
        source_.rows = source_.make(arguments, error);
        source_.arguments = arguments;
    }
    if (rows_ != source_.rows && source_.rows != nullptr) {
        columns_.clear();
        for (const report::Column& column : source_.columns) {
            columns_.push_back(source_.rows->table().column(column.key));
        }
    }
    rows_ = source_.rows;
    return rows_ != nullptr;
}

bool ReportCursor::start(std::span<const Bound> bounds, std::span<const int> /*order*/, std::string& error) {
    if (!ask(bounds, error)) {
        return false;
    }
    at_ = 0;
    chosen_ = false;
    for (const Bound& bound : bounds) {
        const auto number = static_cast<std::size_t>(bound.term.column);
        if (number < columns_.size() && columns_[number] != nullptr && !chosen_) {
            Interval wanted;
            wanted.narrow(bound);
            chosen_ = !wanted.isAll();
            some_ = chosen_ ? rows_->with(*columns_[number], wanted) : some_;
        }
    }
    return true;
}

class ReportTable : public SqlTable {
public:
    ReportTable(report::Table first, MakeRows make)
        : rows_(static_cast<double>(first.order.size())) {
        for (const report::Column& column : first.columns) {
            add(column);
        }
        source_.firstArgument = static_cast<int>(columns_.size());
        if (make) {
            columns_.push_back({"range_begin", "INTEGER", true, true});
            columns_.push_back({"range_end", "INTEGER", true, true});
            columns_.push_back({"filter", "TEXT", true, true});
        }
        source_.slice = columns_.size();
        columns_.push_back({"slice_id", "INTEGER", true});
        source_.make = std::move(make);
        source_.rows = std::make_shared<Rows>(std::move(first));
    }

    [[nodiscard]] const std::vector<Column>& columns() const override { return columns_; }
    [[nodiscard]] Plan plan(const Wish& wish) const override {
        Plan plan{.cost = rows_ + 1, .rows = rows_ + 1};
        for (const Term& term : wish.terms) {
            const auto column = static_cast<std::size_t>(term.column);
            const bool uses = term.compare == Compare::Equal && column < source_.columns.size() &&
                              source_.columns[column].kind == report::Kind::Integer;
            plan.uses.push_back(uses);
            if (uses) {
                plan.cost = 2;
                plan.rows = 1;
            }
        }
        return plan;
    }
    [[nodiscard]] std::unique_ptr<Cursor> open() override { return std::make_unique<ReportCursor>(source_); }

private:
    void add(const report::Column& column) {
        const bool isOfFiles = (column.readers & report::Files) != 0 && (column.levels & report::Top) != 0;
        const auto same = [&column](const report::Column& other) { return other.key == column.key; };
        if (!isOfFiles || std::ranges::any_of(source_.columns, same)) {
            return;
        }
        std::string name(column.key);
        std::ranges::replace(name, '.', '_');
        columns_.push_back({std::move(name), column.kind == report::Kind::Integer  ? "INTEGER"
                                             : column.kind == report::Kind::Number ? "REAL"
                                                                                   : "TEXT"});
        source_.columns.push_back(column);
    }

    double rows_;
    std::vector<Column> columns_;
    Source source_;
};

// What the arguments of a table ask of an answer.
std::optional<report::Asked> askedOf(const report::Answer& answer, std::string_view by,
                                     const Arguments& arguments, std::string& error) {
    report::Asked asked{.by = by};
    if (!arguments.range.isAll()) {
        asked.range = TimeRange{arguments.range.least, arguments.range.most};
    }
    auto filter = Filter::parse(arguments.filter);
    if (!filter) {
        error = filter.error().message;
        return std::nullopt;
    }
    if (!filter.value().empty() && !answer.takesFilter) {
        error = "the table " + std::string(answer.key) + " takes no filter";
        return std::nullopt;
    }
    asked.filter = std::move(filter).value();
    return asked;
}

} // namespace

std::unique_ptr<SqlTable> reportTable(report::Table table) {
    return std::make_unique<ReportTable>(std::move(table), nullptr);
}

std::unique_ptr<SqlTable> answerTable(const report::Answer& answer, std::string_view by,
                                      TraceAnalyses& analyses, const std::stop_token& stop) {
    auto first = answer.make(analyses, {.by = by}, stop);
    if (!first) {
        return nullptr;
    }
    const auto make = [&answer, by, &analyses, stop](const Arguments& arguments, std::string& error) {
        const auto asked = askedOf(answer, by, arguments, error);
        auto table = asked ? answer.make(analyses, *asked, stop) : std::nullopt;
        return table ? std::make_shared<Rows>(std::move(*table)) : nullptr;
    };
    return std::make_unique<ReportTable>(std::move(*first), make);
}

} // namespace lanes::sql
