#include "app/cli/Analysis.h"
#include "app/cli/Commands.h"
#include "model/base/Csv.h"
#include "model/base/WholeFile.h"
#include "model/sql/Database.h"
#include "model/trace/args/JsonWriter.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace lanes::cli {

namespace {

struct SqlArguments {
    std::vector<std::string> files;
    std::string queryFile;
    bool tables = false;
    std::string format = "table";
    std::int64_t seconds = 300;
    std::int64_t memory = 1024;
};

// A number as short as it can be read back; what JSON has no word for is unknown.
std::string numberText(double number) {
    std::array<char, 64> text{};
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), number);
    return std::isfinite(number) && error == std::errc() ? std::string(text.data(), end) : std::string();
}

std::string cellText(const report::Value& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        return std::to_string(*whole);
    }
    if (const auto* number = std::get_if<double>(&value)) {
        return numberText(*number);
    }
    return std::string(report::textOf(value));
}

void writeValue(JsonWriter& json, const report::Value& value) {
    if (report::isUnknown(value)) {
        json.raw("null");
    } else if (const auto* number = std::get_if<double>(&value)) {
        json.raw(std::isfinite(*number) ? numberText(*number) : "null");
    } else if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        json.integer(*whole);
    } else {
        json.text(report::textOf(value));
    }
}

// Writes rows as they come, but a table, whose widths follow from all that it shows.
class RowPrinter {
public:
    RowPrinter(OutputFormat format, const TopOption& top)
        : format_(format)
        , top_(top) {}

    void head(const std::vector<std::string>& names) {
        names_ = names;
        isText_.assign(names.size(), false);
        if (format_ == OutputFormat::Csv) {
            line(names);
        } else if (format_ == OutputFormat::Json) {
            json_.beginArray();
        }
    }
    void row(std::span<const report::Value> values) {
        ++rows_;
        if (rows_ > top_.shown(rows_, format_)) {
            return;
        }
        if (format_ == OutputFormat::Json) {
            json_.beginObject();
            for (std::size_t i = 0; i < values.size(); ++i) {
                json_.key(names_[i]);
                writeValue(json_, values[i]);
            }
            json_.endObject();
            print(json_.takePart());
            return;
        }
        std::vector<std::string> cells;
        cells.reserve(values.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            cells.push_back(cellText(values[i]));
            isText_[i] = isText_[i] || std::holds_alternative<std::string_view>(values[i]);
        }
        if (format_ == OutputFormat::Csv) {
            line(cells);
        } else {
            shown_.push_back(std::move(cells));
        }
    }
    // Nothing where no statement gave rows.
    void end() {
        if (names_.empty()) {
            return;
        }
        if (format_ == OutputFormat::Json) {
            json_.endArray();
            print(json_.take());
        } else if (format_ == OutputFormat::Table) {
            report::TextTable table(names_, isText_);
            const std::size_t shown = shown_.size();
            for (std::vector<std::string>& cells : shown_) {
                table.add(std::move(cells));
            }
            print(table.text() + leftOutText(rows_, shown));
        }
    }

private:
    static void line(const std::vector<std::string>& cells) {
        std::string text;
        appendCsvLine(text, cells);
        print(text);
    }

    OutputFormat format_;
    const TopOption& top_;
    std::vector<std::string> names_;
    std::vector<bool> isText_;
    std::vector<std::vector<std::string>> shown_;
    std::size_t rows_ = 0;
    JsonWriter json_;
};

Result<std::string> queryOf(SqlArguments& arguments) {
    if (!arguments.queryFile.empty()) {
        const std::string path = arguments.queryFile == "-" ? "/dev/stdin" : arguments.queryFile;
        if (access(path.c_str(), R_OK) != 0) {
            return Error{"the query " + arguments.queryFile + " cannot be read: " + std::strerror(errno)};
        }
        return wholeFile(path);
    }
    if (arguments.files.size() < 2) {
        return Error{"a query is missing behind the files; -f FILE reads it from a file"};
    }
    std::string sql = std::move(arguments.files.back());
    arguments.files.pop_back();
    return sql;
}

int printTables(const CLI::App& parser, sql::Database& database, OutputFormat format) {
    const auto tables = database.tables();
    if (!tables) {
        return fail(parser, tables.error());
    }
    JsonWriter json;
    std::string text;
    json.beginObject();
    for (const sql::TableInfo& table : tables.value()) {
        json.key(table.name);
        json.beginArray();
        text += table.name + "(";
        for (const std::string& column : table.columns) {
            json.text(column);
            text += (&column == table.columns.data() ? "" : ", ") + column;
        }
        json.endArray();
        text += ")\n";
    }
    json.endObject();
    print(format == OutputFormat::Json ? json.take() : text);
    return kGood;
}

} // namespace

int runSql(int argc, char** argv) {
    CLI::App parser("Answers a question in SQL, by SQLite over the tables of a session; nothing is written",
                    "lanescope sql");
    SqlArguments arguments;
    parser
        .add_option("FILE...", arguments.files,
                    "a session (.lanes) or a trace; several are ranks of one job, or captures of graphs and "
                    "their replays. The last word is the query")
        ->required()
        ->option_text("QUERY");
    parser
        .add_option("-f,--file", arguments.queryFile, "reads the query from a file; -: from standard input")
        ->option_text("FILE");
    parser.add_flag("--tables", arguments.tables, "lists the tables and their columns in place of a query");
    const TopOption top(parser, 50);
    parser.add_option("--time-limit", arguments.seconds, "seconds after which a query ends")
        ->check(wholeNumber())
        ->option_text("SECONDS");
    parser.add_option("--memory-limit", arguments.memory, "MiB that SQLite may take for a query")
        ->check(wholeNumber())
        ->option_text("MIB");
    addFormatOption(parser, arguments.format);
    addCategoriesOption(parser);
    if (const auto code = parseArguments(parser, argc, argv)) {
        return *code;
    }
    const OutputFormat format = outputFormat(arguments.format);
    const auto sql = arguments.tables ? Result<std::string>(std::string()) : queryOf(arguments);
    if (!sql) {
        return fail(parser, sql.error(), kUsage);
    }
    const auto trace = openFiles(parser, arguments.files, Takes::ProfilesToo);
    if (!trace) {
        return fail(parser, trace.error());
    }
    sql::Database database(trace.value());
    if (arguments.tables) {
        return printTables(parser, database, format);
    }
    RowPrinter printer(format, top);
    const sql::RowSink sink{.head = [&](const auto& names) { printer.head(names); },
                            .row = [&](std::span<const report::Value> values) { printer.row(values); }};
    const Result<void> done =
        database.query(sql.value(), sink,
                       {.time = std::chrono::seconds(arguments.seconds),
                        .memory = static_cast<std::size_t>(arguments.memory) << 20,
                        .onOverdue = [&](const Error& late) { std::_Exit(fail(parser, late)); }});
    if (!done) {
        return fail(parser, done.error());
    }
    printer.end();
    return kGood;
}

} // namespace lanes::cli
