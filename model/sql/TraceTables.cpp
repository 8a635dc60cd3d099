#include "model/sql/TraceTables.h"

#include "model/sql/ReportTable.h"
#include "model/trace/args/JsonText.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <utility>

namespace lanes::sql {

namespace {

using report::Kind;
using report::Value;

// "4711" as a number; keys that are none, as those of several ranks, as they are.
Value numberOrText(std::string_view key) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), number);
    return error == std::errc() && end == key.data() + key.size() ? Value(number) : Value(key);
}
Value textOrNull(std::string_view text) {
    return text.empty() ? Value() : Value(text);
}
Value fromZero(std::int64_t number) {
    return report::above(-1, number);
}

struct TrackRow {
    std::uint32_t id = 0;
    std::string_view type;
    std::string name;
    ProcessId process;
    bool isThread = false;
};

bool isThread(const Track& track) {
    return track.kind == Track::Kind::Thread || track.kind == Track::Kind::Stream;
}

std::string seriesName(const Trace& trace, const CounterSeries& series) {
    const std::string_view key = trace.text(series.key);
    return std::string(trace.text(series.name)) + (key.empty() ? "" : " ") + std::string(key);
}

std::shared_ptr<std::vector<TrackRow>> trackRows(const Trace& trace) {
    auto rows = std::make_shared<std::vector<TrackRow>>();
    rows->reserve(trace.tracks().size() + trace.counters().size());
    for (std::uint32_t i = 0; i < trace.tracks().size(); ++i) {
        const Track& track = trace.tracks()[i];
        const bool thread = isThread(track);
        if (track.kind != Track::Kind::Counter) {
            rows->push_back({i, thread ? "thread_track" : "process_track",
                             track.name.empty() ? track.key : track.name, track.process, thread});
        }
    }
    for (std::uint32_t i = 0; i < trace.counters().size(); ++i) {
        const CounterSeries& series = trace.counters()[i];
        rows->push_back({static_cast<std::uint32_t>(trace.tracks().size()) + i, "process_counter_track",
                         seriesName(trace, series),
                         series.track.value < trace.tracks().size()
                             ? trace.tracks()[series.track.value].process
                             : ProcessId()});
    }
    return rows;
}

// `type`: only those tracks; empty: all.
std::unique_ptr<SqlTable> trackTable(const std::shared_ptr<const Trace>& trace, std::string_view type) {
    auto all = trackRows(*trace);
    std::erase_if(*all, [type](const TrackRow& row) { return !type.empty() && row.type != type; });
    report::Rows<TrackRow> rows(std::move(all), trace);
    rows.add({.key = "id"}, [](const TrackRow& row) { return std::int64_t{row.id}; });
    rows.add({.key = "type", .kind = Kind::Text}, [](const TrackRow& row) { return row.type; });
    rows.add({.key = "name", .kind = Kind::Text}, [](const TrackRow& row) { return textOrNull(row.name); });
    rows.add({.key = "parent_id"}, [](const TrackRow&) { return Value(); });
    if (type.empty() || type == "thread_track") {
        rows.add({.key = "utid"},
                 [](const TrackRow& row) { return row.isThread ? Value(std::int64_t{row.id}) : Value(); });
    }
    if (type != "thread_track") {
        rows.add({.key = "upid"}, [](const TrackRow& row) {
            return row.process.valid() ? Value(std::int64_t{row.process.value}) : Value();
        });
    }
    rows.add({.key = "rank"}, [t = trace.get()](const TrackRow& row) {
        return row.process.valid() ? fromZero(t->processes()[row.process.value].rank) : Value();
    });
    return reportTable(std::move(rows.table()));
}

// Rows of a table that stand in columns by time: [begin, end) of one series.
struct Run {
    std::uint32_t series = 0;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

class RunTable : public SqlTable {
public:
    RunTable(std::shared_ptr<const Trace> trace, std::vector<Column> columns)
        : trace_(std::move(trace))
        , columns_(std::move(columns)) {}
    [[nodiscard]] const std::vector<Column>& columns() const override { return columns_; }
    [[nodiscard]] std::unique_ptr<Cursor> open() override;
    [[nodiscard]] const Trace& trace() const { return *trace_; }

    [[nodiscard]] virtual std::vector<Run> runs(std::span<const Bound> bounds) const = 0;
    virtual void give(sqlite3_context* result, const Run& at, int column) const = 0;
    [[nodiscard]] virtual std::int64_t rowId(const Run& at) const = 0;

protected:
    // Terms of the time and of `key`, of which one value has `share` of the rows.
    static Plan planOf(const Wish& wish, double rows, int time, int key, double share) {
        Plan plan{.cost = rows + 1, .rows = rows + 1};
        for (const Term& term : wish.terms) {
            const bool isTime =
                term.column == time && term.compare != Compare::Like && term.compare != Compare::Glob;
            const bool isKey = term.column == key && term.compare == Compare::Equal;
            plan.uses.push_back(isTime || isKey);
            plan.rows *= isTime ? 0.3 : isKey ? share : 1;
        }
        plan.cost = plan.rows = std::max(1.0, plan.rows);
        return plan;
    }
    template<class Times>
    static Run runOf(std::uint32_t series, const Times& times, Interval interval) {
        const auto first = std::ranges::lower_bound(times, interval.least);
        const auto last = std::ranges::upper_bound(times, interval.most);
        return {series, static_cast<std::uint32_t>(first - times.begin()),
                static_cast<std::uint32_t>(last - times.begin())};
    }

private:
    std::shared_ptr<const Trace> trace_;
    std::vector<Column> columns_;
};

class RunCursor : public Cursor {
public:
    explicit RunCursor(const RunTable& table)
        : table_(table) {}
    bool start(std::span<const Bound> bounds, std::span<const int> /*order*/,
               std::string& /*error*/) override {
        runs_ = table_.runs(bounds);
        std::erase_if(runs_, [](const Run& run) { return run.begin >= run.end; });
        std::ranges::reverse(runs_);
        return true;
    }
    void next() override {
        if (++runs_.back().begin == runs_.back().end) {
            runs_.pop_back();
        }
    }
    [[nodiscard]] bool atEnd() const override { return runs_.empty(); }
    void column(sqlite3_context* result, int column) override { table_.give(result, runs_.back(), column); }
    [[nodiscard]] std::int64_t rowId() const override { return table_.rowId(runs_.back()); }

private:
    const RunTable& table_;
    std::vector<Run> runs_; // the last is the current one; its begin is the row
};

std::unique_ptr<Cursor> RunTable::open() {
    return std::make_unique<RunCursor>(*this);
}

class CounterTable : public RunTable {
public:
    explicit CounterTable(std::shared_ptr<const Trace> of)
        : RunTable(std::move(of), {{"id", "INTEGER"},
                                   {"ts", "INTEGER"},
                                   {"track_id", "INTEGER"},
                                   {"value", "REAL"},
                                   {"arg_set_id", "INTEGER"}}) {
        for (const CounterSeries& series : trace().counters()) {
            first_.push_back(rows_);
            rows_ += static_cast<std::int64_t>(series.time.size());
        }
    }
    [[nodiscard]] Plan plan(const Wish& wish) const override {
        return planOf(wish, static_cast<double>(rows_), 1, 2,
                      1 / std::max(1.0, static_cast<double>(first_.size())));
    }
    [[nodiscard]] std::vector<Run> runs(std::span<const Bound> bounds) const override {
        const Interval tracks = intervalOf(bounds, 2);
        const Interval times = intervalOf(bounds, 1);
        std::vector<Run> runs;
        for (std::uint32_t i = 0; i < first_.size() && !times.isEmpty(); ++i) {
            const auto track = static_cast<std::int64_t>(trace().tracks().size()) + i;
            if (track >= tracks.least && track <= tracks.most) {
                runs.push_back(runOf(i, trace().counters()[i].time, times));
            }
        }
        return runs;
    }
    void give(sqlite3_context* result, const Run& at, int column) const override {
        const CounterSeries& series = trace().counters()[at.series];
        if (column == 0) {
            sqlite3_result_int64(result, rowId(at));
        } else if (column == 1) {
            sqlite3_result_int64(result, series.time[at.begin]);
        } else if (column == 2) {
            sqlite3_result_int64(result, static_cast<std::int64_t>(trace().tracks().size()) + at.series);
        } else if (column == 3) {
            sqlite3_result_double(result, series.value[at.begin]);
        }
    }
    [[nodiscard]] std::int64_t rowId(const Run& at) const override { return first_[at.series] + at.begin; }

private:
    std::vector<std::int64_t> first_; // by series
    std::int64_t rows_ = 0;
};

class MemoryTableOfSql : public RunTable {
public:
    explicit MemoryTableOfSql(std::shared_ptr<const Trace> of)
        : RunTable(std::move(of), {{"id", "INTEGER"},
                                   {"time_ns", "INTEGER"},
                                   {"track_id", "INTEGER"},
                                   {"device_type", "INTEGER"},
                                   {"device", "INTEGER"},
                                   {"address", "INTEGER"},
                                   {"bytes", "INTEGER"},
                                   {"total_allocated_bytes", "INTEGER"},
                                   {"total_reserved_bytes", "INTEGER"},
                                   {"rank", "INTEGER"}}) {}
    [[nodiscard]] Plan plan(const Wish& wish) const override {
        return planOf(wish, trace().memory().size(), 1, -1, 1);
    }
    [[nodiscard]] std::vector<Run> runs(std::span<const Bound> bounds) const override {
        const Interval times = intervalOf(bounds, 1);
        return times.isEmpty() ? std::vector<Run>() : std::vector{runOf(0, trace().memory().time, times)};
    }
    void give(sqlite3_context* result, const Run& at, int column) const override {
        if (const auto value = valueOf(at.begin, column)) {
            sqlite3_result_int64(result, *value);
        }
    }
    [[nodiscard]] std::int64_t rowId(const Run& at) const override { return at.begin; }

private:
    [[nodiscard]] std::optional<std::int64_t> valueOf(std::uint32_t i, int column) const {
        const MemoryTable& memory = trace().memory();
        const auto known = [](std::int64_t value) { return value < 0 ? std::nullopt : std::optional(value); };
        const TrackId track = memory.track[i];
        const bool hasTrack = track.value < trace().tracks().size();
        switch (column) {
        case 0:
            return i;
        case 1:
            return memory.time[i];
        case 2:
            return hasTrack ? std::optional<std::int64_t>(track.value) : std::nullopt;
        case 3:
            return memory.deviceType[i];
        case 4:
            return memory.deviceIndex[i];
        case 5:
            return static_cast<std::int64_t>(memory.address[i]);
        case 6:
            return memory.bytes[i];
        case 7:
            return known(memory.totalAllocated[i]);
        case 8:
            return known(memory.totalReserved[i]);
        default:
            return hasTrack ? known(trace().processes()[trace().tracks()[track.value].process.value].rank)
                            : std::nullopt;
        }
    }
};

std::string_view nameOf(LinkKind kind) {
    switch (kind) {
    case LinkKind::Launch:
        return "launch";
    case LinkKind::ForwardBackward:
        return "forward_backward";
    case LinkKind::Flow:
        return "flow";
    case LinkKind::Dependency:
        return "dependency";
    case LinkKind::Captured:
        return "captured";
    }
    return {};
}

class FlowCursor : public Cursor {
public:
    explicit FlowCursor(const Trace& trace)
        : trace_(trace)
        , all_(trace.links().all()) {}

    bool start(std::span<const Bound> bounds, std::span<const int> /*order*/,
               std::string& /*error*/) override {
        const Interval out = intervalOf(bounds, 1);
        const Interval in = intervalOf(bounds, 2);
        chosen_ = !out.isAll() || !in.isAll();
        at_ = 0;
        some_.clear();
        if (chosen_ && !out.isAll() && isSlice(out)) {
            some_ = trace_.links().from(SliceId(static_cast<std::uint32_t>(out.least)));
        } else if (chosen_ && out.isAll() && isSlice(in)) {
            some_ = trace_.links().to(SliceId(static_cast<std::uint32_t>(in.least)));
        }
        if (!chosen_) {
            next_ = all_.begin();
        }
        return true;
    }
    void next() override {
        if (chosen_) {
            ++at_;
        } else {
            ++next_;
        }
    }
    [[nodiscard]] bool atEnd() const override { return chosen_ ? at_ == some_.size() : next_ == all_.end(); }
    void column(sqlite3_context* result, int column) override {
        const Link& link = current();
        if (column == 0) {
            sqlite3_result_int64(result, rowId());
        } else if (column == 1) {
            sqlite3_result_int64(result, link.from.value);
        } else if (column == 2) {
            sqlite3_result_int64(result, link.to.value);
        } else if (column == 5) {
            giveText(result, nameOf(link.kind));
        }
    }
    // The same whichever way a flow was found: kinds, then ends.
    [[nodiscard]] std::int64_t rowId() const override {
        const Link& link = current();
        const std::uint64_t from =
            std::uint64_t{link.from.value} << 3 | static_cast<std::uint64_t>(link.kind);
        return static_cast<std::int64_t>(from << 32 | link.to.value);
    }

private:
    using All = decltype(std::declval<const LinkTable&>().all());

    [[nodiscard]] bool isSlice(Interval ids) const {
        return ids.least == ids.most && ids.least >= 0 && ids.least < trace_.sliceCount();
    }
    [[nodiscard]] const Link& current() const { return chosen_ ? some_[at_] : *next_; }

    const Trace& trace_;
    mutable All all_;
    std::ranges::iterator_t<All> next_;
    std::vector<Link> some_; // where slices are given
    bool chosen_ = false;
    std::size_t at_ = 0;
};

class FlowTable : public SqlTable {
public:
    explicit FlowTable(std::shared_ptr<const Trace> trace)
        : trace_(std::move(trace))
        , columns_{{"id", "INTEGER"},       {"slice_out", "INTEGER"},  {"slice_in", "INTEGER"},
                   {"trace_id", "INTEGER"}, {"arg_set_id", "INTEGER"}, {"kind", "TEXT"}} {}
    [[nodiscard]] const std::vector<Column>& columns() const override { return columns_; }
    [[nodiscard]] Plan plan(const Wish& wish) const override {
        Plan plan;
        plan.cost = plan.rows = static_cast<double>(trace_->links().size()) + 1;
        for (const Term& term : wish.terms) {
            const bool uses = (term.column == 1 || term.column == 2) && term.compare == Compare::Equal;
            plan.uses.push_back(uses);
            if (uses) {
                plan.cost = 5;
                plan.rows = 2;
            }
        }
        return plan;
    }
    [[nodiscard]] std::unique_ptr<Cursor> open() override { return std::make_unique<FlowCursor>(*trace_); }

private:
    std::shared_ptr<const Trace> trace_;
    std::vector<Column> columns_;
};

// One argument of an event as SQL has it.
struct Argument {
    enum class Type { Null, Boolean, Integer, Real, String, Json };
    Type type = Type::Null;
    std::int64_t integer = 0;
    double real = 0;
    std::string text;
};

std::string stackText(const Trace& trace, StackId stack) {
    std::string text;
    for (const Frame& frame :
         trace.stacks().has(stack) ? trace.stacks().frames(stack) : std::vector<Frame>()) {
        text += (text.empty() ? "" : " < ") + std::string(trace.text(frame.function)) + " (" +
                std::string(trace.text(frame.file)) + ":" + std::to_string(frame.line) + ")";
    }
    return text;
}

Argument ofJson(std::string_view json) {
    if (json == "null") {
        return {};
    }
    if (json == "true" || json == "false") {
        return {.type = Argument::Type::Boolean, .integer = json == "true" ? 1 : 0};
    }
    if (json.size() >= 2 && json.front() == '"' && json.back() == '"') {
        return {.type = Argument::Type::String, .text = unescapeJson(json.substr(1, json.size() - 2))};
    }
    return {.type = Argument::Type::Json, .text = std::string(json)};
}

Argument argumentOf(const Trace& trace, LayoutId layout, std::uint32_t row, std::uint32_t number) {
    const ArgColumn& column = trace.args().layout(layout)->columns[number];
    if (column.form == ArgColumn::Form::Constant) {
        return ofJson(trace.text(column.constant));
    }
    const auto value = trace.args().value(layout, row, number);
    if (!value) {
        return {};
    }
    if (value->type == ArgValue::Type::Stack) {
        return {.type = Argument::Type::String, .text = stackText(trace, StackId(value->id))};
    }
    if (value->type == ArgValue::Type::Integer) {
        return {.type = Argument::Type::Integer, .integer = value->integer};
    }
    const std::string text = argText(*value, trace.strings());
    if (value->type == ArgValue::Type::Decimal) {
        return {.type = Argument::Type::Real, .real = std::strtod(text.c_str(), nullptr)};
    }
    return column.form == ArgColumn::Form::String
               ? Argument{.type = Argument::Type::String, .text = unescapeJson(text)}
               : ofJson(text);
}

void give(sqlite3_context* result, const Argument& argument) {
    switch (argument.type) {
    case Argument::Type::Null:
        sqlite3_result_null(result);
        break;
    case Argument::Type::Boolean:
    case Argument::Type::Integer:
        sqlite3_result_int64(result, argument.integer);
        break;
    case Argument::Type::Real:
        sqlite3_result_double(result, argument.real);
        break;
    case Argument::Type::String:
    case Argument::Type::Json:
        sqlite3_result_text64(result, argument.text.data(), argument.text.size(), SQLITE_TRANSIENT,
                              SQLITE_UTF8);
        break;
    }
}

std::string_view nameOf(Argument::Type type) {
    switch (type) {
    case Argument::Type::Null:
        return "null";
    case Argument::Type::Boolean:
        return "bool";
    case Argument::Type::Integer:
        return "int";
    case Argument::Type::Real:
        return "real";
    case Argument::Type::String:
        return "string";
    case Argument::Type::Json:
        return "json";
    }
    return {};
}

std::string keyOf(const Trace& trace, const ArgColumn& column) {
    return (column.topLevel ? "" : "args.") + unescapeJson(trace.text(column.key));
}

enum : int {
    kArgId,
    kArgSet,
    kFlatKey,
    kKey,
    kIntValue,
    kStringValue,
    kRealValue,
    kValueType,
    kDisplayValue
};

// By slice, and of each by the order in which its arguments stood in the file.
class ArgCursor : public Cursor {
public:
    explicit ArgCursor(const Trace& trace)
        : trace_(trace) {}

    bool start(std::span<const Bound> bounds, std::span<const int> /*order*/,
               std::string& /*error*/) override {
        const Interval sets = intervalOf(bounds, kArgSet);
        const auto clamped = [this](std::int64_t id) {
            return static_cast<std::uint32_t>(
                std::clamp<std::int64_t>(id, trace_.firstSlice(), trace_.sliceCount()));
        };
        slice_ = clamped(sets.least);
        end_ = sets.isEmpty() || sets.most < 0
                   ? slice_
                   : clamped(std::min<std::int64_t>(sets.most, Id<int>::kNone) + 1);
        number_ = 0;
        settle();
        return true;
    }
    void next() override {
        ++number_;
        settle();
    }
    [[nodiscard]] bool atEnd() const override { return slice_ >= end_; }
    void column(sqlite3_context* result, int column) override;
    [[nodiscard]] std::int64_t rowId() const override { return (std::int64_t{slice_} << 16) + number_; }

private:
    // Goes on to the next slice that has arguments where this one has no more.
    void settle() {
        for (; slice_ < end_; ++slice_, number_ = 0) {
            const Trace::Position at = trace_.locate(SliceId(slice_));
            const Segment& segment = *trace_.segments()[at.segment];
            layout_ = segment.layout[at.index];
            row_ = segment.row[at.index];
            const ArgLayout* const layout = trace_.args().layout(layout_);
            if (layout != nullptr && number_ < layout->columns.size()) {
                return;
            }
        }
    }

    const Trace& trace_;
    std::uint32_t slice_ = 0;
    std::uint32_t end_ = 0;
    std::uint32_t number_ = 0; // column of the layout
    LayoutId layout_;
    std::uint32_t row_ = 0;
};

void ArgCursor::column(sqlite3_context* result, int column) {
    using Type = Argument::Type;
    if (column == kArgId || column == kArgSet) {
        sqlite3_result_int64(result, column == kArgId ? rowId() : std::int64_t{slice_});
        return;
    }
    if (column == kFlatKey || column == kKey) {
        const std::string key = keyOf(trace_, trace_.args().layout(layout_)->columns[number_]);
        sqlite3_result_text64(result, key.data(), key.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
        return;
    }
    const Argument argument = argumentOf(trace_, layout_, row_, number_);
    const Type type = argument.type;
    if (column == kValueType) {
        giveText(result, nameOf(type));
    } else if (column == kDisplayValue ||
               (column == kIntValue && (type == Type::Integer || type == Type::Boolean)) ||
               (column == kRealValue && type == Type::Real) ||
               (column == kStringValue && (type == Type::String || type == Type::Json))) {
        give(result, argument);
    }
}

class ArgTableOfSql : public SqlTable {
public:
    explicit ArgTableOfSql(std::shared_ptr<const Trace> trace)
        : trace_(std::move(trace))
        , columns_{{"id", "INTEGER"},      {"arg_set_id", "INTEGER"}, {"flat_key", "TEXT"},
                   {"key", "TEXT"},        {"int_value", "INTEGER"},  {"string_value", "TEXT"},
                   {"real_value", "REAL"}, {"value_type", "TEXT"},    {"display_value", "TEXT"}} {}
    [[nodiscard]] const std::vector<Column>& columns() const override { return columns_; }
    [[nodiscard]] Plan plan(const Wish& wish) const override {
        constexpr double kColumns = 8; // of a slice, about
        Plan plan;
        plan.cost = plan.rows = kColumns * (static_cast<double>(trace_->sliceCount()) + 1);
        for (const Term& term : wish.terms) {
            const bool uses = term.column == kArgSet && term.compare == Compare::Equal;
            plan.uses.push_back(uses);
            if (uses) {
                plan.cost = plan.rows = kColumns;
            }
        }
        return plan;
    }
    [[nodiscard]] std::unique_ptr<Cursor> open() override { return std::make_unique<ArgCursor>(*trace_); }

private:
    std::shared_ptr<const Trace> trace_;
    std::vector<Column> columns_;
};

} // namespace

std::unique_ptr<SqlTable> threadTracks(const std::shared_ptr<const Trace>& trace) {
    return trackTable(trace, "thread_track");
}
std::unique_ptr<SqlTable> processTracks(const std::shared_ptr<const Trace>& trace) {
    return trackTable(trace, "process_track");
}
std::unique_ptr<SqlTable> counterTracks(const std::shared_ptr<const Trace>& trace) {
    return trackTable(trace, "process_counter_track");
}
std::unique_ptr<SqlTable> tracksOf(const std::shared_ptr<const Trace>& trace) {
    return trackTable(trace, {});
}

std::unique_ptr<SqlTable> threads(const std::shared_ptr<const Trace>& trace) {
    auto ids = std::make_shared<std::vector<std::uint32_t>>();
    for (std::uint32_t i = 0; i < trace->tracks().size(); ++i) {
        if (isThread(trace->tracks()[i])) {
            ids->push_back(i);
        }
    }
    report::Rows<std::uint32_t> rows(std::move(ids), trace);
    const auto of = [t = trace.get()](std::uint32_t id) -> const Track& { return t->tracks()[id]; };
    const auto processOf = [t = trace.get()](std::uint32_t id) -> const Process& {
        return t->processes()[t->tracks()[id].process.value];
    };
    rows.add({.key = "utid"}, [](std::uint32_t id) { return std::int64_t{id}; });
    rows.add({.key = "id"}, [](std::uint32_t id) { return std::int64_t{id}; });
    rows.add({.key = "tid"}, [of](std::uint32_t id) { return numberOrText(of(id).key); });
    rows.add({.key = "name", .kind = Kind::Text}, [of](std::uint32_t id) { return textOrNull(of(id).name); });
    rows.add({.key = "upid"}, [of](std::uint32_t id) { return std::int64_t{of(id).process.value}; });
    rows.add({.key = "is_main_thread"}, [of, processOf](std::uint32_t id) {
        return std::int64_t{of(id).key == processOf(id).key ? 1 : 0};
    });
    rows.add({.key = "is_stream"},
             [of](std::uint32_t id) { return std::int64_t{of(id).kind == Track::Kind::Stream ? 1 : 0}; });
    rows.add({.key = "rank"}, [processOf](std::uint32_t id) { return fromZero(processOf(id).rank); });
    return reportTable(std::move(rows.table()));
}

std::unique_ptr<SqlTable> processes(const std::shared_ptr<const Trace>& trace) {
    auto ids = std::make_shared<std::vector<std::uint32_t>>(trace->processes().size());
    for (std::uint32_t i = 0; i < ids->size(); ++i) {
        (*ids)[i] = i;
    }
    report::Rows<std::uint32_t> rows(std::move(ids), trace);
    const auto of = [t = trace.get()](std::uint32_t id) -> const Process& { return t->processes()[id]; };
    rows.add({.key = "upid"}, [](std::uint32_t id) { return std::int64_t{id}; });
    rows.add({.key = "id"}, [](std::uint32_t id) { return std::int64_t{id}; });
    rows.add({.key = "pid"}, [of](std::uint32_t id) { return numberOrText(of(id).key); });
    rows.add({.key = "name", .kind = Kind::Text},
             [of](std::uint32_t id) { return textOrNull(of(id).name.empty() ? of(id).label : of(id).name); });
    rows.add({.key = "parent_upid"}, [t = trace.get(), of](std::uint32_t id) {
        const std::string parent = std::to_string(of(id).parentPid);
        const auto at = std::ranges::find(t->processes(), parent, &Process::key);
        return of(id).parentPid >= 0 && at != t->processes().end()
                   ? Value(std::int64_t{at - t->processes().begin()})
                   : Value();
    });
    rows.add({.key = "label", .kind = Kind::Text},
             [of](std::uint32_t id) { return textOrNull(of(id).label); });
    rows.add({.key = "device"}, [of](std::uint32_t id) { return fromZero(of(id).deviceIndex); });
    rows.add({.key = "device_uuid", .kind = Kind::Text},
             [of](std::uint32_t id) { return textOrNull(of(id).deviceUuid); });
    rows.add({.key = "host", .kind = Kind::Text}, [of, t = trace.get()](std::uint32_t id) {
        return textOrNull(of(id).host.empty() ? t->info().host : of(id).host);
    });
    rows.add({.key = "rank"}, [of](std::uint32_t id) { return fromZero(of(id).rank); });
    return reportTable(std::move(rows.table()));
}

std::unique_ptr<SqlTable> counters(const std::shared_ptr<const Trace>& trace) {
    return std::make_unique<CounterTable>(trace);
}
std::unique_ptr<SqlTable> memoryEvents(const std::shared_ptr<const Trace>& trace) {
    return std::make_unique<MemoryTableOfSql>(trace);
}
std::unique_ptr<SqlTable> flows(const std::shared_ptr<const Trace>& trace) {
    return std::make_unique<FlowTable>(trace);
}
std::unique_ptr<SqlTable> arguments(const std::shared_ptr<const Trace>& trace) {
    return std::make_unique<ArgTableOfSql>(trace);
}

void giveArgument(sqlite3_context* result, const Trace& trace, std::int64_t set, std::string_view key) {
    if (set < 0 || set >= Id<int>::kNone || !trace.has(SliceId(static_cast<std::uint32_t>(set)))) {
        return;
    }
    const Trace::Slice slice = trace.slice(SliceId(static_cast<std::uint32_t>(set)));
    const ArgLayout* const layout = trace.args().layout(slice.layout);
    const auto isIt = [&](std::string_view prefix, std::string_view own) {
        return key.size() == prefix.size() + own.size() && key.starts_with(prefix) && key.ends_with(own);
    };
    for (std::uint32_t i = 0; layout != nullptr && i < layout->columns.size(); ++i) {
        const std::string own = unescapeJson(trace.text(layout->columns[i].key));
        if (key == own || (!layout->columns[i].topLevel && (isIt("args.", own) || isIt("debug.", own)))) {
            give(result, argumentOf(trace, slice.layout, slice.row, i));
            return;
        }
    }
}

} // namespace lanes::sql
