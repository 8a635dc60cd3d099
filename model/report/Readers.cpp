#include "model/report/Readers.h"

#include "model/analysis/operators/Shapes.h"
#include "model/analysis/text/KernelName.h"
#include "model/base/Csv.h"
#include "model/base/Format.h"
#include "model/report/TextTable.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace lanes::report {

namespace {

std::string decimal(double number, int digits) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f", digits, number);
    return text.data();
}

// How many digits behind the point files have of a number.
int digitsOf(Unit unit) {
    switch (unit) {
    case Unit::Share:
        return 6;
    case Unit::Ratio:
        return 3;
    default:
        return 0;
    }
}

std::string joined(const Integers& sizes) {
    std::string text;
    for (const std::int64_t size : sizes) {
        text += (text.empty() ? "" : "x") + std::to_string(size);
    }
    return text;
}

std::string joined(const Texts& texts, std::string_view between) {
    std::string text;
    for (const std::string_view one : texts) {
        text += text.empty() ? "" : between;
        text += one;
    }
    return text;
}

void writeValue(JsonWriter& json, const Column& column, const Value& value) {
    if (const auto* sizes = std::get_if<Integers>(&value)) {
        json.beginArray();
        for (const std::int64_t size : *sizes) {
            json.integer(size);
        }
        json.endArray();
    } else if (const auto* texts = std::get_if<Texts>(&value)) {
        json.beginArray();
        for (const std::string_view text : *texts) {
            json.text(text);
        }
        json.endArray();
    } else if (isUnknown(value)) {
        json.raw("null");
    } else if (column.isText() && column.unit != Unit::Shapes) {
        json.text(textOf(value));
    } else {
        json.raw(exactText(column, value));
    }
}

// Columns "a.b" and "a.c" that follow each other become one member a.
void writeMembers(JsonWriter& json, const std::vector<const Column*>& columns, std::uint32_t row,
                  Level level) {
    std::string_view open; // the member whose object is being written
    for (const Column* column : columns) {
        const Value value = (column->levels & level) != 0 ? column->get(row) : Value();
        if ((column->levels & level) == 0 || (column->optional && isUnknown(value))) {
            continue;
        }
        std::string_view key = level == Below && !column->keyBelow.empty() ? column->keyBelow : column->key;
        const std::size_t dot = key.find('.');
        const std::string_view outer =
            dot == std::string_view::npos ? std::string_view() : key.substr(0, dot);
        if (outer != open) {
            if (!open.empty()) {
                json.endObject();
            }
            if (!outer.empty()) {
                json.key(outer);
                json.beginObject();
            }
            open = outer;
        }
        json.key(outer.empty() ? key : key.substr(dot + 1));
        writeValue(json, *column, value);
    }
    if (!open.empty()) {
        json.endObject();
    }
}

std::string headOf(const Column& column) {
    std::string_view head = column.head.empty() ? column.key : column.head;
    if (column.head.empty() && head.ends_with("_ns")) {
        head.remove_suffix(3);
    }
    return std::string(head);
}

std::string largeText(double count) {
    static constexpr std::array<std::string_view, 6> kPrefixes{"", "k", "M", "G", "T", "P"};
    std::size_t prefix = 0;
    for (; count >= 1000 && prefix + 1 < kPrefixes.size(); ++prefix) {
        count /= 1000;
    }
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.4g", count);
    return std::string(text.data()) + (prefix > 0 ? "\u2009" : "") + std::string(kPrefixes[prefix]);
}

std::string fourDigits(double number) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.4g", number);
    return text.data();
}

std::string numberText(const Column& column, const Value& value, TimeNs zero) {
    const double number = numberOf(value);
    const auto whole = static_cast<std::int64_t>(number);
    switch (column.unit) {
    case Unit::Count:
        return formatCount(whole);
    case Unit::Large:
        return largeText(number);
    case Unit::Time:
        return formatDuration(whole, column.look.digits);
    case Unit::Moment:
        return formatDuration(whole - zero, column.look.digits);
    case Unit::Bytes:
        return formatBytes(whole);
    case Unit::Percent:
        return formatPercent(number / 100, 0);
    case Unit::Share:
        return formatPercent(number, column.look.digits == 0 ? 0 : 1);
    case Unit::Ratio:
        return decimal(number, 1);
    case Unit::FlopPerSecond:
        return fourDigits(number / 1e12);
    case Unit::BytesPerSecond:
        return decimal(number / 1e9, 1);
    default:
        return exactText(column, value);
    }
}

} // namespace

std::vector<const Column*> columnsFor(const Table& table, std::uint8_t readers) {
    std::vector<const Column*> columns;
    for (const Column& column : table.columns) {
        if ((column.readers & readers) != 0) {
            columns.push_back(&column);
        }
    }
    return columns;
}

std::string peopleText(const Column& column, const Value& value, TimeNs zero) {
    if (isUnknown(value)) {
        return std::string(column.look.unknown);
    }
    if (column.unit == Unit::Symbol) {
        return foldedKernelName(textOf(value));
    }
    if (column.unit == Unit::Shapes) {
        return formatShapes(parseInputDims(textOf(value)));
    }
    if (const auto* word = std::get_if<Word>(&value)) {
        return std::string(word->text);
    }
    if (column.isText()) {
        const std::string text = exactText(column, value);
        return text.empty() ? std::string(column.look.unknown) : text;
    }
    return numberText(column, value, zero);
}

std::string exactText(const Column& column, const Value& value) {
    if (const auto* sizes = std::get_if<Integers>(&value)) {
        return joined(*sizes);
    }
    if (const auto* texts = std::get_if<Texts>(&value)) {
        return joined(*texts, column.unit == Unit::Stack ? " < " : " ");
    }
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        return std::to_string(*whole);
    }
    if (const auto* number = std::get_if<double>(&value)) {
        return std::isfinite(*number) ? decimal(*number, digitsOf(column.unit)) : std::string();
    }
    return std::string(textOf(value));
}

std::string asText(const Table& table) {
    const std::vector<const Column*> columns = columnsFor(table, Text);
    std::vector<std::string> head;
    std::vector<bool> left;
    for (const Column* column : columns) {
        head.push_back(headOf(*column));
        left.push_back(column->isText());
    }
    TextTable text(std::move(head), std::move(left));
    for (const std::uint32_t row : table.order) {
        std::vector<std::string> cells;
        cells.reserve(columns.size());
        for (const Column* column : columns) {
            cells.push_back(peopleText(*column, column->get(row), table.zero));
        }
        text.add(std::move(cells));
    }
    return text.text();
}

std::string asCsv(const Table& table) {
    const std::vector<const Column*> columns = columnsFor(table, Csv);
    std::vector<std::string> cells;
    cells.reserve(columns.size());
    for (const Column* column : columns) {
        cells.emplace_back(column->key);
    }
    std::string out;
    appendCsvLine(out, cells);
    for (const std::uint32_t row : table.order) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            cells[i] = exactText(*columns[i], columns[i]->get(row));
        }
        appendCsvLine(out, cells);
    }
    return out;
}

void writeJson(JsonWriter& json, const Table& table) {
    const std::vector<const Column*> columns = columnsFor(table, Json);
    json.beginArray();
    for (const std::uint32_t row : table.order) {
        json.beginObject();
        writeMembers(json, columns, row, Top);
        if (!table.keyBelow.empty()) {
            json.key(table.keyBelow);
            json.beginArray();
            for (std::uint32_t below = row + 1; below < table.rows && table.parent(below) == row; ++below) {
                json.beginObject();
                writeMembers(json, columns, below, Below);
                json.endObject();
            }
            json.endArray();
        }
        json.endObject();
    }
    json.endArray();
}

} // namespace lanes::report
