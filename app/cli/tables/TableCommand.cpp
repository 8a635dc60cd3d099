#include "app/cli/Analysis.h"
#include "app/cli/Commands.h"
#include "app/cli/tables/OutputTable.h"
#include "model/io/export/ChromeEvent.h"
#include "model/report/Answers.h"
#include "model/report/Readers.h"
#include "model/sql/Database.h"
#include "model/trace/Trace.h"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lanes::cli {

namespace {

// Tables of a session that have a row for each thing that happened. Each function appends its columns to an empty table,
// rows by time. O(n log n).

// Texts that come by their number in the trace: each is looked up once.
class NameColumn {
public:
    NameColumn(TableColumn& column, const Trace& trace)
        : column_(column)
        , trace_(trace)
        , codes_(trace.strings().size(), kUnknown) {}

    void add(StringId id) {
        if (id.value >= codes_.size()) { // ids come from files
            column_.addNull();
            return;
        }
        std::int32_t& code = codes_[id.value];
        if (code == kUnknown) {
            code = column_.codeOf(trace_.text(id));
        }
        column_.addCode(code);
    }

private:
    static constexpr std::int32_t kUnknown = -1;
    TableColumn& column_;
    const Trace& trace_;
    std::vector<std::int32_t> codes_;
};

// Process and thread of a track, as traces write them: "19392", "GPU 0".
class PlaceColumns {
public:
    PlaceColumns(OutputTable& table, const Trace& trace, bool withThread = true)
        : process_(table.column("process", TableColumn::Kind::CodedText))
        , thread_(withThread ? &table.column("thread", TableColumn::Kind::CodedText) : nullptr) {
        for (const Track& track : trace.tracks()) {
            processes_.push_back(process_.codeOf(trace.processes()[track.process.value].key));
            threads_.push_back(thread_ == nullptr ? 0 : thread_->codeOf(track.key));
        }
    }

    void add(TrackId track) {
        add(process_, processes_, track);
        if (thread_ != nullptr) {
            add(*thread_, threads_, track);
        }
    }

private:
    static void add(TableColumn& column, const std::vector<std::int32_t>& codes, TrackId track) {
        if (track.value < codes.size()) {
            column.addCode(codes[track.value]);
        } else {
            column.addNull();
        }
    }

    TableColumn& process_;
    TableColumn* thread_;
    std::vector<std::int32_t> processes_; // by track
    std::vector<std::int32_t> threads_;
};

void addKnown(TableColumn& column, std::int64_t value) {
    if (value < 0) {
        column.addNull();
    } else {
        column.add(value);
    }
}

struct Place {
    TimeNs start;
    std::uint32_t segment;
    std::uint32_t index;
};

// By begin; of those that begin together, the outer ones first.
std::vector<Place> placesByTime(const Trace& trace) {
    std::vector<Place> places;
    places.reserve(trace.sliceCount());
    for (std::uint32_t s = 0; s < trace.segments().size(); ++s) {
        const Segment& segment = *trace.segments()[s];
        for (std::uint32_t i = 0; i < segment.size(); ++i) {
            places.push_back({segment.start[i], s, i});
        }
    }
    std::ranges::stable_sort(places, {}, &Place::start);
    return places;
}

// Every slice: name, category, process, thread, begin_ns, duration_ns and, if wanted, arguments (JSON).
void addSlices(OutputTable& table, const Trace& trace, bool withArguments) {
    using Kind = TableColumn::Kind;
    NameColumn names(table.column("name", Kind::CodedText), trace);
    TableColumn& category = table.column("category", Kind::CodedText);
    PlaceColumns places(table, trace);
    TableColumn& begin = table.column("begin_ns", Kind::Integer);
    TableColumn& duration = table.column("duration_ns", Kind::Integer);
    TableColumn* arguments = withArguments ? &table.column("arguments", Kind::Text) : nullptr;
    const ChromeEvent events(trace);
    std::string text;
    for (const Place& place : placesByTime(trace)) {
        const Segment& segment = *trace.segments()[place.segment];
        names.add(segment.name[place.index]);
        category.add(events.category(segment, place.index));
        places.add(segment.track);
        begin.add(segment.start[place.index]);
        duration.add(segment.duration[place.index]);
        if (arguments == nullptr) {
            continue;
        }
        text.clear();
        if (JsonWriter json(text, 0); events.arguments(json, segment, place.index)) {
            arguments->add(std::string_view(text));
        } else {
            arguments->addNull();
        }
    }
}

// Every allocation and release: time_ns, process, thread, device_type, device, address, bytes (releases: below 0),
// total_allocated_bytes, total_reserved_bytes.
void addMemory(OutputTable& table, const Trace& trace) {
    using Kind = TableColumn::Kind;
    TableColumn& time = table.column("time_ns", Kind::Integer);
    PlaceColumns places(table, trace);
    TableColumn& type = table.column("device_type", Kind::Integer);
    TableColumn& device = table.column("device", Kind::Integer);
    TableColumn& address = table.column("address", Kind::Address);
    TableColumn& bytes = table.column("bytes", Kind::Integer);
    TableColumn& allocated = table.column("total_allocated_bytes", Kind::Integer);
    TableColumn& reserved = table.column("total_reserved_bytes", Kind::Integer);
    const MemoryTable& memory = trace.memory();
    for (std::uint32_t i = 0; i < memory.size(); ++i) {
        time.add(memory.time[i]);
        places.add(memory.track[i]);
        type.add(std::int64_t{memory.deviceType[i]});
        device.add(std::int64_t{memory.deviceIndex[i]});
        address.add(static_cast<std::int64_t>(memory.address[i]));
        bytes.add(memory.bytes[i]);
        addKnown(allocated, memory.totalAllocated[i]);
        addKnown(reserved, memory.totalReserved[i]);
    }
}

// Every sample of a curve: time_ns, process, counter, series, value.
void addCounters(OutputTable& table, const Trace& trace) {
    using Kind = TableColumn::Kind;
    struct Sample {
        TimeNs time;
        std::uint32_t series;
        std::uint32_t index;
    };
    std::vector<Sample> samples;
    for (std::uint32_t s = 0; s < trace.counters().size(); ++s) {
        const CounterSeries& series = trace.counters()[s];
        for (std::uint32_t i = 0; i < series.time.size(); ++i) {
            samples.push_back({series.time[i], s, i});
        }
    }
    std::ranges::stable_sort(samples, {}, &Sample::time);
    TableColumn& time = table.column("time_ns", Kind::Integer);
    PlaceColumns places(table, trace, false);
    NameColumn counters(table.column("counter", Kind::CodedText), trace);
    NameColumn keys(table.column("series", Kind::CodedText), trace);
    TableColumn& value = table.column("value", Kind::Number);
    for (const Sample& sample : samples) {
        const CounterSeries& series = trace.counters()[sample.series];
        time.add(sample.time);
        places.add(series.track);
        counters.add(series.name);
        keys.add(series.key);
        value.add(series.value[sample.index]);
    }
}

struct TableArguments {
    std::string file;
    std::vector<std::string> tables;
    std::string by;
    std::string query;
    bool withoutArguments = false;
};

// The tables with a row for each thing that happened. False: `name` is none of them.
bool addEvents(OutputTable& table, const std::string& name, const TableArguments& arguments,
               const Trace& trace) {
    if (name == "slices") {
        addSlices(table, trace, !arguments.withoutArguments);
    } else if (name == "memory") {
        addMemory(table, trace);
    } else if (name == "counters") {
        addCounters(table, trace);
    } else {
        return false;
    }
    return true;
}

// What a query gives for a column. Its kind is known at the end only: SQL has one for each value.
class QueryColumn {
public:
    void add(const report::Value& value) {
        const Kind kind = kindOf(value);
        if (kind > kind_) {
            widen(kind);
        }
        known_.push_back(kind != Kind::None);
        if (kind_ == Kind::Text) {
            values_.push_back(kind != Kind::None ? numberOfText(textOf(value)) : 0);
        } else if (kind_ == Kind::Number) {
            numbers_.push_back(report::numberOf(value));
        } else {
            const auto* const whole = std::get_if<std::int64_t>(&value);
            values_.push_back(whole != nullptr ? *whole : 0);
        }
    }
    void addTo(OutputTable& table, const std::string& name) const {
        using OfTable = TableColumn::Kind;
        TableColumn& column = table.column(name, kind_ == Kind::Text     ? OfTable::CodedText
                                                 : kind_ == Kind::Number ? OfTable::Number
                                                                         : OfTable::Integer);
        for (std::size_t row = 0; row < known_.size(); ++row) {
            if (!known_[row]) {
                column.addNull();
            } else if (kind_ == Kind::Text) {
                column.addCode(column.codeOf(*texts_[static_cast<std::size_t>(values_[row])]));
            } else if (kind_ == Kind::Number) {
                column.add(numbers_[row]);
            } else {
                column.add(values_[row]);
            }
        }
    }

private:
    enum class Kind : std::uint8_t { None, Integer, Number, Text }; // each holds what those before it do

    static Kind kindOf(const report::Value& value) {
        return report::isUnknown(value)                      ? Kind::None
               : std::holds_alternative<std::int64_t>(value) ? Kind::Integer
               : std::holds_alternative<double>(value)       ? Kind::Number
                                                             : Kind::Text;
    }
    static std::string textOf(const report::Value& value) {
        const auto* const whole = std::get_if<std::int64_t>(&value);
        return whole != nullptr                        ? std::to_string(*whole)
               : std::holds_alternative<double>(value) ? std::to_string(report::numberOf(value))
                                                       : std::string(report::textOf(value));
    }
    std::int64_t numberOfText(std::string text) {
        const auto [at, isNew] =
            numbersOfTexts_.try_emplace(std::move(text), static_cast<std::int64_t>(texts_.size()));
        if (isNew) {
            texts_.push_back(&at->first);
        }
        return at->second;
    }
    // The values so far as ones of another kind.
    void widen(Kind kind) {
        std::vector<std::int64_t> values;
        std::vector<double> numbers;
        for (std::size_t row = 0; row < known_.size(); ++row) {
            const bool wasNumber = kind_ == Kind::Number;
            if (kind == Kind::Number) {
                numbers.push_back(static_cast<double>(values_[row]));
            } else if (kind == Kind::Text && known_[row]) {
                values.push_back(
                    numberOfText(wasNumber ? std::to_string(numbers_[row]) : std::to_string(values_[row])));
            } else {
                values.push_back(0);
            }
        }
        values_ = std::move(values);
        numbers_ = std::move(numbers);
        kind_ = kind;
    }

    Kind kind_ = Kind::None;
    std::vector<bool> known_;
    std::vector<std::int64_t> values_; // whole numbers, or positions in texts_
    std::vector<double> numbers_;
    std::unordered_map<std::string, std::int64_t> numbersOfTexts_;
    std::vector<const std::string*> texts_;
};

// What a query gives. The error says what is wrong with it. A query that nothing else ends ends the process.
Result<void> addQuery(const CLI::App& parser, OutputTable& table, const std::string& query,
                      const std::shared_ptr<const Trace>& trace) {
    std::vector<std::string> names;
    std::vector<QueryColumn> columns;
    sql::Database database(trace);
    const sql::RowSink sink{.head =
                                [&](const std::vector<std::string>& head) {
                                    names = head;
                                    columns.resize(head.size());
                                },
                            .row =
                                [&](std::span<const report::Value> values) {
                                    for (std::size_t i = 0; i < values.size(); ++i) {
                                        columns[i].add(values[i]);
                                    }
                                }};
    auto done = database.query(query, sink,
                               {.onOverdue = [&](const Error& late) { std::_Exit(fail(parser, late)); }});
    for (std::size_t i = 0; done && i < columns.size(); ++i) {
        columns[i].addTo(table, names[i]);
    }
    return done;
}

// "operators:module" as its two parts.
std::pair<std::string, std::string> partsOf(const std::string& table) {
    const std::size_t end = std::min(table.find(':'), table.size());
    return {table.substr(0, end), table.substr(std::min(end + 1, table.size()))};
}

// Whether the answer's rows can be that.
bool takes(std::string_view table, std::string_view by) {
    const report::Answer* const answer = report::answerNamed(table);
    return answer != nullptr && std::ranges::find(answer->by, by) != answer->by.end();
}

// Names of tables, words of --by, and what --help says of them.
struct Words {
    std::set<std::string> tables{"slices", "memory", "counters", "sql"};
    std::set<std::string> by;

    Words() {
        for (const report::Answer& answer : report::answers()) {
            tables.emplace(answer.key);
            by.insert(answer.by.begin(), answer.by.end());
        }
    }

    // Why there is no such table; empty: there is.
    [[nodiscard]] std::string problemWith(const std::string& table) const {
        const auto [name, kind] = partsOf(table);
        if (!tables.contains(name)) {
            return "there is no table " + name + "; there are " + CLI::detail::join(tables, ", ");
        }
        return kind.empty() || takes(name, kind) ? "" : name + " has no rows by " + kind;
    }
};

// The option that would be ignored; empty: none.
std::string uselessOption(const TableArguments& arguments) {
    const auto taken = [&](const auto& takes) { return std::ranges::any_of(arguments.tables, takes); };
    if (!arguments.by.empty() &&
        !taken([&](const std::string& table) { return takes(table, arguments.by); })) {
        return "--by " + arguments.by;
    }
    if (!arguments.query.empty() && !taken([](const std::string& table) { return table == "sql"; })) {
        return "--query";
    }
    return arguments.withoutArguments && !taken([](const std::string& table) { return table == "slices"; })
               ? "--no-arguments"
               : "";
}

// Writes one table behind those before it.
Result<void> writeTable(const CLI::App& parser, const std::string& asked, const TableArguments& arguments,
                        TraceAnalyses& analyses) {
    const auto [name, kind] = partsOf(asked);
    OutputTable table;
    if (name == "sql") {
        if (auto done = addQuery(parser, table, arguments.query, analyses.trace()); !done) {
            return done;
        }
    } else if (!addEvents(table, name, arguments, *analyses.trace())) {
        report::Table answer =
            *report::answerNamed(name)->make(analyses, {.by = kind.empty() ? arguments.by : kind}, {});
        (void)answer.sortBy(answer.sortedBy);
        table.add(answer);
    }
    return table.write(STDOUT_FILENO);
}

} // namespace

int runTable(int argc, char** argv) {
    CLI::App parser(
        "Writes tables of a session to standard output, as 'import lanescope' maps them into its program",
        "lanescope table");
    TableArguments arguments;
    parser.add_option("FILE", arguments.file, "a session (.lanes) or a trace")->required();
    const Words words;
    parser
        .add_option("TABLE", arguments.tables,
                    "which tables, one behind the other; TABLE:BY is one with its --by")
        ->required()
        ->option_text(CLI::detail::join(words.tables, "|"))
        ->check([&words](const std::string& text) { return words.problemWith(text); });
    parser.add_option("--by", arguments.by, "what its rows are, where a table has several kinds")
        ->check(CLI::IsMember(words.by));
    parser.add_option("--query", arguments.query, "of the table sql: what its rows answer");
    parser.add_flag("--no-arguments", arguments.withoutArguments,
                    "slices without what else is known of them");
    addCategoriesOption(parser);
    if (const auto code = parseArguments(parser, argc, argv)) {
        return *code;
    }
    if (const std::string useless = uselessOption(arguments); !useless.empty()) {
        return fail(parser,
                    Error{useless + " does not apply to the table " + CLI::detail::join(arguments.tables) +
                          "; leave it out."},
                    kUsage);
    }
    if (isatty(STDOUT_FILENO) == 1) {
        return fail(parser,
                    Error{"a table is nothing to read: import lanescope, or use 'stats' and 'convert'"},
                    kUsage);
    }
    const auto trace = openFiles(parser, {arguments.file}, Takes::ProfilesToo);
    if (!trace) {
        return fail(parser, trace.error());
    }
    TraceAnalyses analyses(trace.value());
    for (const std::string& name : arguments.tables) {
        if (const Result<void> written = writeTable(parser, name, arguments, analyses); !written) {
            return fail(parser, written.error());
        }
    }
    return kGood;
}

} // namespace lanes::cli
