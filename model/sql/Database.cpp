#include "model/sql/Database.h"

#include "model/base/Format.h"
#include "model/report/Answers.h"
#include "model/sql/ReportTable.h"
#include "model/sql/SliceTable.h"
#include "model/sql/TraceTables.h"
#include "model/sql/VirtualModule.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace lanes::sql {

namespace {

struct NamedTable {
    std::string name;
    std::function<std::unique_ptr<SqlTable>(const std::stop_token& stop)> make;
};

// "operator_by_shapes" of the answer "operators" and the word "shapes"; "path_part_by_line" of "path_line".
std::string groupedName(const report::Answer& answer, std::string_view word) {
    const std::string prefix = std::string(answer.key) + "_";
    if (word.starts_with(prefix)) {
        word.remove_prefix(prefix.size());
    }
    return std::string(answer.row) + "_by_" + std::string(word);
}

// The tables of an answer: under its key, under the name of one row, and one for each other way to group it.
std::vector<std::pair<std::string, std::string_view>> namesOf(const report::Answer& answer) {
    std::vector<std::pair<std::string, std::string_view>> names{{std::string(answer.key), answer.by.front()}};
    if (answer.row != answer.key) {
        names.emplace_back(answer.row, answer.by.front());
    }
    for (const std::string_view word : answer.by.subspan(1)) {
        names.emplace_back(groupedName(answer, word), word);
        if (word == "module") {
            names.emplace_back(word, word);
        }
    }
    return names;
}

struct Closer {
    void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Connection = std::unique_ptr<sqlite3, Closer>;
using Statement = std::unique_ptr<sqlite3_stmt, Closer>;

// What statements may do: read our tables, and make views of them, which live as long as the connection.
int authorize(void* /*unused*/, int action, const char* first, const char* second, const char* /*database*/,
              const char* /*trigger*/) {
    const std::string_view what = first != nullptr ? first : "";
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
    case SQLITE_CREATE_VIEW:
    case SQLITE_CREATE_TEMP_VIEW:
        return SQLITE_OK;
    case SQLITE_FUNCTION:
        return std::string_view(second != nullptr ? second : "") == "load_extension" ? SQLITE_DENY
                                                                                     : SQLITE_OK;
    case SQLITE_INSERT:
    case SQLITE_UPDATE: // what CREATE VIEW does; nobody else may write there
        return what == "sqlite_master" || what == "sqlite_temp_master" ? SQLITE_OK : SQLITE_DENY;
    case SQLITE_PRAGMA:
        return what == "table_info" || what == "table_xinfo" ? SQLITE_OK : SQLITE_DENY;
    default:
        return SQLITE_DENY;
    }
}

void extractArgument(sqlite3_context* result, int /*argc*/, sqlite3_value** argv) {
    if (sqlite3_value_type(argv[0]) == SQLITE_NULL || sqlite3_value_type(argv[1]) != SQLITE_TEXT) {
        return;
    }
    const auto* const key = reinterpret_cast<const char*>(sqlite3_value_text(argv[1]));
    giveArgument(result, *static_cast<const Trace*>(sqlite3_user_data(result)), sqlite3_value_int64(argv[0]),
                 {key, static_cast<std::size_t>(sqlite3_value_bytes(argv[1]))});
}

Connection connect(const std::vector<NamedTable>& tables, const Trace& trace, const std::stop_token& stop) {
    sqlite3* opened = nullptr;
    const int code = sqlite3_open_v2(
        ":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX, nullptr);
    Connection database(opened);
    if (code != SQLITE_OK) {
        return nullptr;
    }
    sqlite3_db_config(opened, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nullptr);
    sqlite3_db_config(opened, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    // what is sorted stays in memory: by default SQLite writes it into files
    sqlite3_exec(opened, "PRAGMA temp_store = MEMORY", nullptr, nullptr, nullptr);
    sqlite3_limit(opened, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(opened, SQLITE_LIMIT_LENGTH, 16 << 20);
    sqlite3_limit(opened, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000);
    sqlite3_limit(opened, SQLITE_LIMIT_SQL_LENGTH, 1 << 20);
    sqlite3_limit(opened, SQLITE_LIMIT_WORKER_THREADS, 0);
    sqlite3_create_function_v2(opened, "extract_arg", 2,
                               SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
                               const_cast<Trace*>(&trace), extractArgument, nullptr, nullptr, nullptr);
    for (const NamedTable& table : tables) {
        addTable(opened, table.name, [&table, stop] { return table.make(stop); });
    }
    sqlite3_set_authorizer(opened, authorize, nullptr);
    return database;
}

Error lateError(const Limits& limits) {
    return Error{"the query took longer than " + formatDuration(TimeNs{limits.time.count()} * 1'000'000) +
                 "; ask for less, or allow more time"};
}

// Ends a query at its limit of time or when another asks: by the token that all that is computed looks at.
class Clockwork {
public:
    Clockwork(const Limits& limits, const std::stop_token& stop)
        : onStop_(stop, [this] { source_.request_stop(); })
        , watch_([this, &limits](const std::stop_token& done) { watch(limits, done); }) {}
    [[nodiscard]] std::stop_token token() const { return source_.get_token(); }
    [[nodiscard]] bool isLate() {
        const std::lock_guard lock(mutex_);
        return isLate_;
    }

private:
    void watch(const Limits& limits, const std::stop_token& done) {
        std::unique_lock lock(mutex_);
        const auto goesOnFor = [&](std::chrono::milliseconds time) {
            waiting_.wait_for(lock, done, time, [] { return false; });
            return !done.stop_requested();
        };
        if (!goesOnFor(limits.time)) {
            return;
        }
        isLate_ = true;
        source_.request_stop();
        if (limits.onOverdue && goesOnFor(std::chrono::seconds(1))) {
            limits.onOverdue(lateError(limits));
        }
    }

    std::stop_source source_;
    std::stop_callback<std::function<void()>> onStop_;
    std::mutex mutex_;
    std::condition_variable_any waiting_;
    bool isLate_ = false;
    std::jthread watch_;
};

// What SQLite may allocate, until this goes.
class MemoryBound {
public:
    explicit MemoryBound(std::size_t bytes)
        : before_(sqlite3_hard_heap_limit64(static_cast<sqlite3_int64>(bytes))) {}
    ~MemoryBound() { sqlite3_hard_heap_limit64(before_); }
    MemoryBound(const MemoryBound&) = delete;
    MemoryBound& operator=(const MemoryBound&) = delete;

private:
    sqlite3_int64 before_;
};

report::Value valueOf(sqlite3_stmt* statement, int column) {
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
        return std::int64_t{sqlite3_column_int64(statement, column)};
    case SQLITE_FLOAT:
        return sqlite3_column_double(statement, column);
    case SQLITE_TEXT: {
        const auto* const text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
        return std::string_view(text, static_cast<std::size_t>(sqlite3_column_bytes(statement, column)));
    }
    case SQLITE_BLOB: {
        const auto* const bytes = static_cast<const unsigned char*>(sqlite3_column_blob(statement, column));
        std::string hex;
        for (int i = 0; i < sqlite3_column_bytes(statement, column); ++i) {
            constexpr std::string_view kDigits = "0123456789abcdef";
            hex += kDigits[bytes[i] >> 4];
            hex += kDigits[bytes[i] & 15];
        }
        return hex;
    }
    default:
        return {};
    }
}

// The statements of a text, one by one.
class Statements {
public:
    Statements(sqlite3* database, std::string_view sql)
        : database_(database)
        , sql_(sql)
        , rest_(sql) {}

    // The next one, null where there is none.
    int prepareNext(Statement& statement) {
        int code = SQLITE_OK;
        do {
            sqlite3_stmt* prepared = nullptr;
            const std::size_t begin = sql_.size() - rest_.size();
            const char* end = rest_.data() + rest_.size();
            code =
                sqlite3_prepare_v2(database_, rest_.data(), static_cast<int>(rest_.size()), &prepared, &end);
            statement.reset(prepared);
            if (const int offset = sqlite3_error_offset(database_); code != SQLITE_OK && offset >= 0) {
                wrongAt_ = begin + static_cast<std::size_t>(offset);
            }
            rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
        } while (code == SQLITE_OK && statement == nullptr &&
                 !rest_.empty()); // a comment or nothing before a semicolon
        return code;
    }
    // Nothing but blanks and semicolons is left.
    [[nodiscard]] bool atEnd() const { return rest_.find_first_not_of(" \t\r\n;") == std::string_view::npos; }
    // The byte that SQLite found wrong, where it knows one.
    [[nodiscard]] std::optional<std::size_t> wrongAt() const { return wrongAt_; }

private:
    sqlite3* database_;
    std::string_view sql_;
    std::string_view rest_;
    std::optional<std::size_t> wrongAt_;
};

// `sink`: null where the rows are not wanted.
int run(sqlite3_stmt* statement, const RowSink* sink) {
    const int columns = sqlite3_column_count(statement);
    if (sink != nullptr) {
        std::vector<std::string> names;
        for (int i = 0; i < columns; ++i) {
            const char* const name = sqlite3_column_name(statement, i);
            names.emplace_back(name != nullptr ? name : "");
        }
        sink->head(names);
    }
    std::vector<report::Value> values(static_cast<std::size_t>(columns));
    int code = SQLITE_ROW;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        for (int i = 0; sink != nullptr && i < columns; ++i) {
            values[static_cast<std::size_t>(i)] = valueOf(statement, i);
        }
        if (sink != nullptr) {
            sink->row(values);
        }
    }
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

int runAll(Statements& statements, const RowSink& sink) {
    Statement next;
    int code = statements.prepareNext(next);
    while (code == SQLITE_OK && next != nullptr) {
        // A statement may name a view that the one before makes, so it is prepared after that one.
        const bool isLast = statements.atEnd();
        code = run(next.get(), isLast ? &sink : nullptr);
        next.reset();
        if (code == SQLITE_OK && !isLast) {
            code = statements.prepareNext(next);
        }
    }
    return code;
}

// "line 2, column 7: "
std::string placeText(std::string_view sql, std::size_t place) {
    const std::string_view before = sql.substr(0, place);
    const auto line = std::ranges::count(before, '\n') + 1;
    const std::size_t begin = before.rfind('\n');
    const std::size_t column = before.size() - (begin == std::string_view::npos ? 0 : begin + 1) + 1;
    return "line " + std::to_string(line) + ", column " + std::to_string(column) + ": ";
}

} // namespace

class Database::Shared {
public:
    explicit Shared(std::shared_ptr<const Trace> of)
        : trace(std::move(of))
        , analyses(trace) {
        addOfTrace();
        for (const report::Answer& answer : report::answers()) {
            for (auto& [name, by] : namesOf(answer)) {
                tables.push_back({name, [this, &answer, by](const std::stop_token& stop) {
                                      return answerTable(answer, by, analyses, stop);
                                  }});
            }
        }
    }

    std::shared_ptr<const Trace> trace;
    TraceAnalyses analyses;
    std::vector<NamedTable> tables;

private:
    void addOfTrace() {
        constexpr std::array kSlices{std::pair("slice", SlicesOf::Trace),
                                     std::pair("ancestor_slice", SlicesOf::Ancestors),
                                     std::pair("descendant_slice", SlicesOf::Descendants)};
        for (const auto& [name, which] : kSlices) {
            tables.push_back({name, [this, which](const std::stop_token& stop) {
                                  return sliceTable(sliceIndex(), which, stop);
                              }});
        }
        using Make = std::unique_ptr<SqlTable> (*)(const std::shared_ptr<const Trace>&);
        constexpr std::array<std::pair<const char*, Make>, 10> kOthers{
            {{"thread_track", threadTracks},
             {"process_track", processTracks},
             {"process_counter_track", counterTracks},
             {"counter_track", counterTracks},
             {"track", tracksOf},
             {"thread", threads},
             {"process", processes},
             {"counter", counters},
             {"memory", memoryEvents},
             {"flow", flows}}};
        for (const auto& [name, make] : kOthers) {
            tables.push_back({name, [this, make = make](const std::stop_token&) { return make(trace); }});
        }
        tables.push_back({"args", [this](const std::stop_token&) { return arguments(trace); }});
    }
    std::shared_ptr<SliceIndex> sliceIndex() {
        const std::lock_guard lock(mutex_);
        if (!slices_) {
            slices_ = sql::sliceIndex(trace);
        }
        return slices_;
    }

    std::mutex mutex_; // of slices_
    std::shared_ptr<SliceIndex> slices_;
};

Database::Database(std::shared_ptr<const Trace> trace)
    : shared_(std::make_unique<Shared>(std::move(trace))) {}

Database::~Database() = default;

Result<void> Database::query(std::string_view sql, const RowSink& sink, const Limits& limits,
                             const std::stop_token& stop) {
    Clockwork clockwork(limits, stop);
    const std::stop_token token = clockwork.token();
    const Connection database = connect(shared_->tables, *shared_->trace, token);
    if (!database) {
        return Error{"SQLite could not be started; is there memory for it?"};
    }
    constexpr int kLookEvery = 1000; // steps of SQLite's machine
    sqlite3_progress_handler(
        database.get(), kLookEvery,
        [](void* asked) { return static_cast<std::stop_token*>(asked)->stop_requested() ? 1 : 0; },
        const_cast<std::stop_token*>(&token));
    const MemoryBound bound(limits.memory);
    Statements statements(database.get(), sql);
    const int code = runAll(statements, sink);
    if (code == SQLITE_OK) {
        return {};
    }
    if (token.stop_requested()) {
        return clockwork.isLate() ? lateError(limits) : Error{"cancelled"};
    }
    if (code == SQLITE_NOMEM) {
        return Error{"the query needs more memory than " +
                     formatBytes(static_cast<std::int64_t>(limits.memory)) +
                     "; ask for less, or allow more memory"};
    }
    if (code == SQLITE_AUTH) {
        return Error{"only SELECT and CREATE VIEW are run: nothing is written and no file is opened"};
    }
    const std::optional<std::size_t> place = statements.wrongAt();
    if (place && sink.wrongAt) {
        sink.wrongAt(*place);
    }
    return Error{(place ? placeText(sql, *place) : std::string()) + sqlite3_errmsg(database.get())};
}

Result<std::vector<TableInfo>> Database::tables(const std::stop_token& stop) {
    std::vector<TableInfo> infos;
    for (const NamedTable& table : shared_->tables) {
        const auto made = table.make(stop);
        if (!made) {
            return Error{"cancelled"};
        }
        TableInfo info{table.name, {}};
        for (const Column& column : made->columns()) {
            if (!column.isHidden) {
                info.columns.push_back(column.name);
            }
        }
        infos.push_back(std::move(info));
    }
    return infos;
}

} // namespace lanes::sql
