// The arguments of all events, stored compactly. Events with the same keys in the same order share a layout; each event
// has one row of integers in it. Nothing of a foreign trace is lost: a value without a column type of its own is kept as
// raw text.
#pragma once

#include "model/base/ColumnArena.h"
#include "model/base/Ids.h"
#include "model/base/SharedColumn.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

class StringTable;

// One value of a row. The low two bits of a cell give its type.
struct ArgValue {
    enum class Type : std::uint8_t { Integer = 0, Decimal = 1, Text = 2, Stack = 3 };
    Type type = Type::Integer;
    std::int64_t integer = 0; // Integer: the value. Decimal: mantissa
    std::uint8_t digits = 0;  // Decimal: digits behind the point
    std::uint32_t id = 0;     // Text: StringId, Stack: StackId

    [[nodiscard]] std::int64_t encode() const;
    [[nodiscard]] static ArgValue decode(std::int64_t cell);
    // True if an integer (or mantissa with up to 31 digits) fits a cell; if not, store its text.
    [[nodiscard]] static bool fitsInteger(std::int64_t v) { return v >= -(1LL << 61) && v < (1LL << 61); }
    [[nodiscard]] static bool fitsDecimal(std::int64_t mantissa) {
        return mantissa >= -(1LL << 56) && mantissa < (1LL << 56);
    }
    [[nodiscard]] static ArgValue ofInteger(std::int64_t v) { return {Type::Integer, v, 0, 0}; }
    [[nodiscard]] static ArgValue ofText(StringId s) { return {Type::Text, 0, 0, s.value}; }
    [[nodiscard]] static ArgValue ofStack(StackId s) { return {Type::Stack, 0, 0, s.value}; }

    static constexpr int kDigitBits = 5; // bits for the digits in a Decimal's cell
};

inline std::int64_t ArgValue::encode() const {
    std::uint64_t payload = id;
    if (type == Type::Integer) {
        payload = static_cast<std::uint64_t>(integer);
    } else if (type == Type::Decimal) {
        payload = static_cast<std::uint64_t>(integer) << kDigitBits | digits;
    }
    return static_cast<std::int64_t>(payload << 2 | static_cast<std::uint64_t>(type));
}

inline ArgValue ArgValue::decode(std::int64_t cell) {
    ArgValue v;
    v.type = static_cast<Type>(cell & 3);
    const std::int64_t payload = cell >> 2;
    switch (v.type) {
    case Type::Integer:
        v.integer = payload;
        break;
    case Type::Decimal:
        v.integer = payload >> kDigitBits;
        v.digits = static_cast<std::uint8_t>(payload & ((1 << kDigitBits) - 1));
        break;
    case Type::Text:
    case Type::Stack:
        v.id = static_cast<std::uint32_t>(payload);
        break;
    }
    return v;
}

struct ArgColumn {
    // The way the value is written in JSON. A Text value of String is the inside of quotes, still escaped as in the file.
    // A Text value of Raw is JSON itself (array, object, nan). Constant: every row has `constant` (true, null, ...) and
    // no cell.
    enum class Form : std::uint8_t { Number, String, Raw, Constant };
    StringId key;
    Form form = Form::Number;
    bool topLevel = false; // beside "args" rather than inside it ("id", "cname", "tts"...)
    StringId constant;     // Constant only
    friend bool operator==(const ArgColumn&, const ArgColumn&) = default;
};

// 1024 rows of one layout. Each column stores base + slope x row + a rest of 0, 1, 2, 4 or 8 bytes.
class ArgBlock {
public:
    static constexpr std::uint32_t kRows = 1024;
    // `cells` is row-major, rows x columns. O(cells). Callers that make and keep many blocks pass `arena` as their
    // memory.
    static std::shared_ptr<const ArgBlock> seal(const std::int64_t* cells, std::uint32_t rows,
                                                std::uint32_t columns, ColumnArena* arena = nullptr);
    [[nodiscard]] std::int64_t cell(std::uint32_t row, std::uint32_t column) const; // O(1), bounds asserted
    [[nodiscard]] std::uint32_t rows() const { return rows_; }
    [[nodiscard]] std::size_t bytes() const;

private:
    struct Column {
        std::int64_t base;
        std::int64_t slope;
        std::uint32_t offset;
        std::uint8_t width;
        std::uint8_t shift;
    };
    std::vector<Column> columns_;
    std::shared_ptr<const std::uint8_t> data_; // perhaps a part of an arena
    std::size_t size_ = 0;
    std::uint32_t rows_ = 0;
};

// Rows of a layout that are unpacked when the first of them is read. Any thread.
class LazyArgRows {
public:
    virtual ~LazyArgRows() = default;
    // The cell of a row below rows() and of a column that is not constant.
    [[nodiscard]] virtual std::int64_t cell(std::uint32_t row, std::uint32_t column) const = 0;
    [[nodiscard]] virtual std::uint32_t rows() const = 0;
    [[nodiscard]] virtual std::size_t bytes() const = 0;
};

// A layout with its rows. `phase` and `category` are the event's own ("X", "cpu_op").
struct ArgLayout {
    char phase = 'X';
    StringId category;
    std::vector<ArgColumn> columns;
    std::vector<std::shared_ptr<const ArgBlock>> blocks; // all full but the last
    std::uint32_t rows = 0;
    // Set if the importer's workers numbered texts on their own: cell id -> StringId. Null: ids are StringIds already.
    std::shared_ptr<const std::vector<std::uint32_t>> textMap;
    // Set if several traces are in one: cell id -> StackId. Null: ids are StackIds already.
    std::shared_ptr<const std::vector<StackId>> stackMap;
    // Sessions use these in place of `blocks`: piece i holds the rows from pieceBegin[i] on.
    SharedColumn<std::shared_ptr<const LazyArgRows>> pieces;
    SharedColumn<std::uint32_t> pieceBegin;

    // row < rows, and the column is not constant. O(1); with pieces O(log pieces).
    [[nodiscard]] std::int64_t cell(std::uint32_t row, std::uint32_t column) const;
    [[nodiscard]] std::optional<std::uint32_t> find(StringId key) const; // column of a key; O(columns)
};

// All layouts of a trace. Immutable; any thread.
class ArgTable {
public:
    std::vector<std::shared_ptr<const ArgLayout>> layouts;

    [[nodiscard]] const ArgLayout* layout(LayoutId id) const {
        return id.value < layouts.size() ? layouts[id.value].get() : nullptr;
    }
    // The value of a column, its text already mapped to the trace's StringIds. Nothing if there is no such layout, row or
    // column (ids come from files). O(1).
    [[nodiscard]] std::optional<ArgValue> value(LayoutId layout, std::uint32_t row,
                                                std::uint32_t column) const;
    [[nodiscard]] std::optional<ArgValue> value(LayoutId layout, std::uint32_t row, StringId key) const;
    [[nodiscard]] std::size_t bytes() const;
};

// The value as JSON would have it: "[[16, 559], []]" for a Raw text, "12.500" for a Decimal, a String without quotes.
[[nodiscard]] std::string argText(const ArgValue& value, const StringTable& strings);

} // namespace lanes
