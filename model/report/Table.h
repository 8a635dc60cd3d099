// The rows of an answer as data. Columns define the meaning of values; readers (text, CSV, JSON, Arrow, the window)
// define their looks.
#pragma once

#include "model/base/Time.h"
#include "model/report/Value.h"
#include "model/trace/Category.h"
#include "model/trace/Trace.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace lanes::report {

// Marks a text for translation: lupdate finds it by the name of this function, and the window translates it.
[[nodiscard]] constexpr const char* translatable(const char* /*context*/, const char* text) {
    return text;
}

// The type of a value, as it is stored and exported.
enum class Kind : std::uint8_t { Integer, Number, Text, IntegerList, TextList };

// The meaning of a value for people.
enum class Unit : std::uint8_t {
    None,
    Count,
    Large,  // a count with k, M, G, T
    Time,   // ns
    Moment, // ns, shown since Table::zero
    Bytes,
    Percent,        // 0 to 100
    Share,          // 0 to 1, of a whole
    Ratio,          // with one digit behind the point
    FlopPerSecond,  // shown in TFLOP/s
    BytesPerSecond, // shown in GB/s
    Size,           // three sizes: 40x2x1
    Volume,         // three sizes; the window shows their product
    Symbol,         // a C++ name, shortened for people
    Shapes,         // "Input Dims" of an operator, JSON
    Stack,          // Python frames, innermost first; the window shows the program's own
    Sentence        // English text of Lanescope about the session; the window translates it
};

// The readers of a column. Text and View show their columns to people unless they choose others; Files are the columns of
// files.
enum Reader : std::uint8_t { Text = 1, Csv = 2, Json = 4, Arrow = 8, View = 16 };
inline constexpr std::uint8_t Files = Csv | Json | Arrow;
inline constexpr std::uint8_t kAllReaders = Text | Files | View;

// The rows of a tree that have a column: those at the top, those below another row, or both.
enum Level : std::uint8_t { Top = 1, Below = 2 };

// The appearance of a column in the window, px at 100 %. See views/shared/table/TableModel.h.
struct Look {
    enum class Form : std::uint8_t { Plain, Dot, Bar, Meter, Check };
    Form form = Form::Plain;
    int width = 0; // 0: the width that other columns leave
    int least = 132;
    int most = 0;
    int joins = 0;
    int yields = 0;
    bool shown = true;
    bool quiet = false;       // in paler ink
    bool dashForZero = false; // people see a dash if the count is 0
    bool link = false;        // in the ink of a link if there is a value
    std::optional<Hue> bar;   // of a Bar; nothing: the row's hue
    std::string_view unknown; // translatable; replaces the dash
    int digits = 4;           // of a time; 0: shares without decimals
};

// A column. Any thread may call `get` for rows of its table.
struct Column {
    // Name in files, settings and --sort. Times end in _ns, sizes in _bytes. In JSON "a.b" is the member b of the member
    // a.
    std::string_view key;
    Kind kind = Kind::Integer;
    Unit unit = Unit::None;
    const char* title = ""; // translatable, context "Report": the head in the window
    std::string_view head;  // name in a text table; empty: the key without _ns
    std::uint8_t readers = kAllReaders;
    const char* tip = ""; // translatable
    Look look;
    std::uint8_t levels = Top | Below;
    std::string_view keyBelow; // in JSON, the key in rows below another row; empty: the same key
    bool optional = false;     // JSON leaves the value out if it is unknown
    std::function<Value(std::uint32_t row)> get;

    [[nodiscard]] bool isText() const { return kind == Kind::Text || kind == Kind::TextList; }
};

// The colour of a row: a hue, and a shade derived from a name (empty: none).
struct Tint {
    Hue hue = Hue::Other;
    std::string_view shadeBy;
};

// Immutable once made; any thread.
struct Table {
    static constexpr std::uint32_t kNone = 0xffffffffu;

    std::vector<Column> columns;
    std::vector<std::uint32_t> order; // rows, sorted and cut; for a tree the top rows
    std::uint32_t rows = 0;
    // For trees: the row above, kNone at the top. Empty: the table is flat. Rows below a row follow it.
    std::function<std::uint32_t(std::uint32_t)> parent;
    std::string_view keyBelow; // in JSON, key of the array of rows below one; other files leave them out
    std::function<bool(std::uint32_t)> repeats; // true if the row repeats another one; see leaveOutRepeats()
    std::function<SliceId(std::uint32_t)> origin; // the event that a row leads to; may be invalid
    // A number that identifies the same thing in another answer.
    std::function<std::uint64_t(std::uint32_t)> identity;
    std::function<Tint(std::uint32_t)> tint;
    std::function<bool(std::uint32_t)> ring; // of a Meter: true for a ring behind it
    TimeNs zero = 0;
    std::string_view sortedBy;         // key of the column that sorts `order` at first; empty: unsorted
    std::shared_ptr<const void> keeps; // keeps alive all data that getters and texts refer to

    // Null if no column has that key. O(columns).
    [[nodiscard]] const Column* column(std::string_view key) const;
    // Sorts rows: numbers from the largest, texts from A, unknown values last. Stable. False if no column of files has
    // that key. O(rows log rows).
    [[nodiscard]] bool sortBy(std::string_view key);
    // For people: removes rows that repeat others from the order. O(rows).
    void leaveOutRepeats();
};

// Compares two values of a column: below 0, 0 or above 0. Unknown values come before all others. O(length of texts).
[[nodiscard]] int compare(const Column& column, const Value& a, const Value& b);

// Builds a table of `Row`s. Getters take a row.
template<class Row>
class Rows {
public:
    // `source` owns the data that rows and getters refer to. Both may be null: the table then has columns only.
    Rows(std::shared_ptr<const std::vector<Row>> rows, std::shared_ptr<const void> source)
        : rows_(rows != nullptr ? std::move(rows) : std::make_shared<const std::vector<Row>>()) {
        table_.rows = static_cast<std::uint32_t>(rows_->size());
        for (std::uint32_t row = 0; row < table_.rows; ++row) {
            table_.order.push_back(row);
        }
        table_.keeps =
            std::make_shared<std::tuple<std::shared_ptr<const void>, std::shared_ptr<const void>,
                                        std::shared_ptr<const void>>>(rows_, std::move(source), texts_);
    }

    // Keeps a text alive as long as the table, for generated keys.
    [[nodiscard]] std::string_view keep(std::string text) { return texts_->emplace_back(std::move(text)); }
    template<class Get>
    Rows& add(Column column, Get get) {
        column.get = of([get = std::move(get)](const Row& row) { return Value(get(row)); });
        table_.columns.push_back(std::move(column));
        return *this;
    }
    // Makes a function of a row's number from a function of a row.
    template<class Get>
    [[nodiscard]] auto of(Get get) const {
        return [rows = rows_.get(), get = std::move(get)](std::uint32_t row) { return get((*rows)[row]); };
    }
    [[nodiscard]] const std::vector<Row>& rows() const { return *rows_; }
    [[nodiscard]] Table& table() { return table_; }

private:
    std::shared_ptr<const std::vector<Row>> rows_;
    std::shared_ptr<std::deque<std::string>> texts_ = std::make_shared<std::deque<std::string>>();
    Table table_;
};

} // namespace lanes::report
