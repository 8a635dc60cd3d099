// What a table is in a terminal, in CSV and in JSON. Each function is all there is of its format.
#pragma once

#include "model/report/Table.h"
#include "model/trace/args/JsonWriter.h"

#include <string>
#include <vector>

namespace lanes::report {

// The columns that one of `readers` has.
[[nodiscard]] std::vector<const Column*> columnsFor(const Table& table, std::uint8_t readers);

// A value as people read it, in English; the window has its own for units that it draws in another way.
[[nodiscard]] std::string peopleText(const Column& column, const Value& value, TimeNs zero);
// A value as files have it: base units, names as recorded, unknown empty. Lists are joined by spaces, sizes by x.
[[nodiscard]] std::string exactText(const Column& column, const Value& value);

// Each has the rows of Table::order. O(rows x columns).
[[nodiscard]] std::string asText(const Table& table);
[[nodiscard]] std::string asCsv(const Table& table);
// An array of objects, as the next value of `json`.
void writeJson(JsonWriter& json, const Table& table);

} // namespace lanes::report
