#include "views/query/QueryRows.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

namespace lanes {

namespace {

// Times, as Perfetto and the answers name them.
report::Unit unitOf(std::string_view name) {
    return name == "dur" || name == "self_dur" || name.ends_with("_ns") ? report::Unit::Time
           : name.ends_with("_bytes")                                   ? report::Unit::Bytes
                                                                        : report::Unit::None;
}

} // namespace

void QueryRows::add(std::span<const report::Value> values) {
    if (++found_ > kMost) {
        return;
    }
    std::vector<Cell>& row = rows_.emplace_back();
    row.reserve(values.size());
    for (const report::Value& value : values) {
        if (const auto* whole = std::get_if<std::int64_t>(&value)) {
            row.emplace_back(*whole);
        } else if (const auto* number = std::get_if<double>(&value)) {
            row.emplace_back(*number);
        } else if (report::isUnknown(value)) {
            row.emplace_back();
        } else {
            row.emplace_back(std::string(report::textOf(value)));
        }
    }
}

namespace {

using Cells = std::vector<std::vector<QueryRows::Cell>>;

// The value of a cell; of a column of texts, which SQL lets hold numbers, too, as a text. Texts live as long as the cells.
report::Value valueOf(const QueryRows::Cell& cell, bool asText) {
    if (const auto* words = std::get_if<std::string>(&cell)) {
        return std::string_view(*words);
    }
    if (const auto* whole = std::get_if<std::int64_t>(&cell)) {
        return asText ? report::Value(std::to_string(*whole)) : report::Value(*whole);
    }
    if (const auto* number = std::get_if<double>(&cell)) {
        return asText ? report::Value(std::to_string(*number)) : report::Value(*number);
    }
    return {};
}

// `name` and `cells` outlive the column.
report::Column columnOf(const std::string& name, const Cells& cells, std::size_t at) {
    const auto holds = [&](auto isOne) {
        return std::ranges::any_of(cells, [&](const auto& row) { return isOne(row[at]); });
    };
    const bool text = holds([](const auto& cell) { return std::holds_alternative<std::string>(cell); });
    const bool number = holds([](const auto& cell) { return std::holds_alternative<double>(cell); });
    report::Column column{.key = name,
                          .kind = text     ? report::Kind::Text
                                  : number ? report::Kind::Number
                                           : report::Kind::Integer,
                          .unit = text ? report::Unit::None : unitOf(name),
                          .title = name.c_str()};
    column.look.width = text ? 0 : 120;
    column.look.most = text ? 0 : 200;
    column.get = [&cells, at, text](std::uint32_t row) { return valueOf(cells[row][at], text); };
    return column;
}

} // namespace

report::Table QueryRows::table(std::shared_ptr<const Trace> trace) && {
    struct Kept {
        std::vector<std::string> names;
        std::vector<std::vector<Cell>> rows;
        std::shared_ptr<const Trace> trace;
    };
    const auto kept =
        std::make_shared<const Kept>(Kept{std::move(names_), std::move(rows_), std::move(trace)});
    report::Table table;
    table.rows = static_cast<std::uint32_t>(kept->rows.size());
    table.order.reserve(table.rows);
    for (std::uint32_t row = 0; row < table.rows; ++row) {
        table.order.push_back(row);
    }
    table.columns.reserve(kept->names.size());
    for (std::size_t i = 0; i < kept->names.size(); ++i) {
        table.columns.push_back(columnOf(kept->names[i], kept->rows, i));
    }
    auto id = std::ranges::find(kept->names, "slice_id");
    id = id != kept->names.end() ? id : std::ranges::find(kept->names, "id");
    if (id != kept->names.end()) {
        table.origin = [kept, at = static_cast<std::size_t>(id - kept->names.begin())](std::uint32_t row) {
            const auto* number = std::get_if<std::int64_t>(&kept->rows[row][at]);
            const bool fits = number != nullptr && *number >= 0 && *number < SliceId::kNone;
            const SliceId slice = fits ? SliceId(static_cast<std::uint32_t>(*number)) : SliceId();
            return slice.valid() && kept->trace->has(slice) ? slice : SliceId();
        };
    }
    table.keeps = kept;
    return table;
}

} // namespace lanes
