#include "model/io/sqlite/SqliteFile.h"

#include "model/base/MemoryLimit.h"
#include "model/io/containers/ByteStream.h"

#include <sqlite3.h>

#include <algorithm>
#include <utility>

namespace lanes {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view kMagic = "SQLite format 3\0"sv;
constexpr int kLongestValue = 64 << 20;         // bytes of one text or row; real ones are below a megabyte
constexpr int kInstructionsBetweenLooks = 2000; // of SQLite's machine: some tens of microseconds

// A name of a table or column within a statement.
std::string quoted(std::string_view name) {
    std::string text = "\"";
    for (const char c : name) {
        text += c;
        if (c == '"') {
            text += c;
        }
    }
    return text + '"';
}

// A path within SQLite's file URI.
std::string asUri(const std::string& path) {
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string uri = "file:";
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '?' || c == '#' || c == '%') {
            uri += '%';
            uri += kHex[byte >> 4];
            uri += kHex[byte & 15];
        } else {
            uri += c;
        }
    }
    return uri + "?mode=ro&immutable=1";
}

bool isVirtual(std::string_view sql) {
    constexpr std::string_view kStart = "CREATE VIRTUAL";
    return std::ranges::equal(sql.substr(0, kStart.size()), kStart, {},
                              [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 0x20) : c; });
}

} // namespace

void SqliteRows::Finalize::operator()(sqlite3_stmt* statement) const {
    sqlite3_finalize(statement);
}

void SqliteFile::Close::operator()(sqlite3* file) const {
    sqlite3_close(file);
}

bool SqliteRows::next() {
    if (!statement_) {
        return false;
    }
    const int result = sqlite3_step(statement_.get());
    if (result == SQLITE_ROW) {
        return true;
    }
    if (result != SQLITE_DONE && result != SQLITE_INTERRUPT) {
        damage_ = sqlite3_errmsg(file_);
    }
    statement_.reset();
    return false;
}

std::optional<std::int64_t> SqliteRows::integer(std::size_t column) const {
    const int at = static_cast<int>(column);
    return sqlite3_column_type(statement_.get(), at) == SQLITE_INTEGER
               ? std::optional(sqlite3_column_int64(statement_.get(), at))
               : std::nullopt;
}

std::optional<double> SqliteRows::number(std::size_t column) const {
    const int at = static_cast<int>(column);
    const int type = sqlite3_column_type(statement_.get(), at);
    return type == SQLITE_INTEGER || type == SQLITE_FLOAT
               ? std::optional(sqlite3_column_double(statement_.get(), at))
               : std::nullopt;
}

std::string_view SqliteRows::text(std::size_t column) const {
    const int at = static_cast<int>(column);
    if (sqlite3_column_type(statement_.get(), at) != SQLITE_TEXT) {
        return {};
    }
    const auto* const text = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), at));
    return text == nullptr
               ? std::string_view()
               : std::string_view(text, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), at)));
}

bool SqliteFile::recognises(std::string_view head) {
    return head.starts_with(kMagic);
}

Result<SqliteFile> SqliteFile::open(const std::string& path, const OpenOptions& options) {
    auto input = InputFile::open(path);
    if (!input) {
        return input.error();
    }
    SqliteFile file;
    file.path_ = input.value()->path();
    file.size_ = static_cast<std::uint64_t>(std::max<std::int64_t>(input.value()->size(), 0));
    file.input_ = input.value();
    std::string start(kMagic.size(), '\0');
    start.resize(file.input_->read(0, start.data(), start.size()));
    std::string fault = start == kMagic && file.input_->entry().empty()
                            ? file.openFile()
                            : file.openPacked(file.input_, options);
    if (fault.empty()) {
        file.distrust(options);
        fault = file.listTables();
    }
    if (!fault.empty()) {
        return Error{file.path_ + " cannot be read as an SQLite database: " + fault +
                     ". Export or copy it again."};
    }
    return file;
}

std::string SqliteFile::openFile() {
    sqlite3* file = nullptr;
    const std::string uri = asUri(input_->openablePath());
    const int result = sqlite3_open_v2(uri.c_str(), &file,
                                       SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
    file_.reset(file);
    return result == SQLITE_OK ? std::string() : std::string(sqlite3_errstr(result));
}

std::string SqliteFile::openPacked(const std::shared_ptr<const InputFile>& input,
                                   const OpenOptions& options) {
    auto content = openContent(input);
    if (!content) {
        return content.error().message;
    }
    const std::size_t limit = (options.memoryLimit > 0 ? options.memoryLimit : usualMemoryLimit()) / 2;
    constexpr std::size_t kPiece = std::size_t{1} << 20;
    std::string bytes;
    for (std::size_t got = kPiece; got == kPiece;) {
        if (options.stop.stop_requested()) {
            return std::string(kCancelled);
        }
        if (bytes.size() + kPiece > limit) {
            return "unpacked it takes more memory than there is; unpack it to a file and open that";
        }
        const std::size_t at = bytes.size();
        bytes.resize(at + kPiece);
        got = content.value()->read(bytes.data() + at, kPiece);
        bytes.resize(at + got);
    }
    constexpr std::size_t kWriteVersionAt =
        18; // 2 says that a log stands beside the file, which memory has none of
    constexpr std::size_t kReadVersionAt = 19;
    if (bytes.size() > kReadVersionAt) {
        bytes[kWriteVersionAt] = 1;
        bytes[kReadVersionAt] = 1;
    }
    sqlite3* file = nullptr;
    int result = sqlite3_open_v2(":memory:", &file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
    file_.reset(file);
    auto* const copy = static_cast<unsigned char*>(sqlite3_malloc64(std::max<std::size_t>(bytes.size(), 1)));
    if (result != SQLITE_OK || copy == nullptr) {
        sqlite3_free(copy);
        return "there is not enough memory";
    }
    std::ranges::copy(bytes, copy);
    const auto size = static_cast<sqlite3_int64>(bytes.size());
    result = sqlite3_deserialize(file, "main", copy, size, size,
                                 SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY);
    return result == SQLITE_OK ? std::string() : std::string(sqlite3_errstr(result));
}

// The schema is the file's, and so are its triggers, views, defaults and generated columns: none of them is to run code.
void SqliteFile::distrust(const OpenOptions& options) {
    sqlite3* const file = file_.get();
    sqlite3_db_config(file, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(file, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(file, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(file, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    sqlite3_limit(file, SQLITE_LIMIT_LENGTH, kLongestValue);
    sqlite3_limit(file, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_exec(file, "PRAGMA cell_size_check = ON", nullptr, nullptr, nullptr);
    stop_ = std::make_unique<std::stop_token>(options.stop);
    sqlite3_progress_handler(
        file, kInstructionsBetweenLooks,
        [](void* stop) { return static_cast<std::stop_token*>(stop)->stop_requested() ? 1 : 0; },
        stop_.get());
}

std::string SqliteFile::listTables() {
    sqlite3_stmt* statement = nullptr;
    const int result = sqlite3_prepare_v2(
        file_.get(), "SELECT name, sql FROM sqlite_schema WHERE type = 'table'", -1, &statement, nullptr);
    SqliteRows rows(file_.get(), statement, {});
    if (result != SQLITE_OK) {
        return sqlite3_errmsg(file_.get());
    }
    while (rows.next()) {
        if (!isVirtual(rows.text(1))) {
            tables_.emplace(rows.text(0));
        }
    }
    return rows.damage();
}

// Generated columns are left out: they are expressions of the file.
bool SqliteFile::hasColumn(std::string_view table, std::string_view column) const {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(file_.get(), "SELECT 1 FROM pragma_table_xinfo(?1) WHERE name = ?2 AND hidden = 0",
                           -1, &statement, nullptr) != SQLITE_OK) {
        return false;
    }
    SqliteRows rows(file_.get(), statement, {});
    sqlite3_bind_text(statement, 1, table.data(), static_cast<int>(table.size()), SQLITE_TRANSIENT);
    sqlite3_bind_text(statement, 2, column.data(), static_cast<int>(column.size()), SQLITE_TRANSIENT);
    return rows.next();
}

SqliteRows SqliteFile::rows(std::string_view table, const std::vector<std::string_view>& columns) const {
    if (!has(table)) {
        return {file_.get(), nullptr, {}};
    }
    std::string sql = "SELECT ";
    for (std::size_t i = 0; i < columns.size(); ++i) {
        sql +=
            (i > 0 ? ", " : "") + (hasColumn(table, columns[i]) ? quoted(columns[i]) : std::string("NULL"));
    }
    sql += " FROM main." + quoted(table);
    sqlite3_stmt* statement = nullptr;
    const int result =
        sqlite3_prepare_v2(file_.get(), sql.c_str(), static_cast<int>(sql.size()), &statement, nullptr);
    return {file_.get(), statement,
            result == SQLITE_OK ? std::string() : std::string(sqlite3_errmsg(file_.get()))};
}

std::uint64_t SqliteFile::mostRows(std::string_view table) const {
    if (!has(table)) {
        return 0;
    }
    const std::string sql = "SELECT max(rowid) FROM main." + quoted(table);
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(file_.get(), sql.c_str(), -1, &statement, nullptr) != SQLITE_OK) {
        return 0;
    }
    SqliteRows rows(file_.get(), statement, {});
    return rows.next() ? static_cast<std::uint64_t>(std::max<std::int64_t>(rows.integer(0, 0), 0)) : 0;
}

} // namespace lanes
