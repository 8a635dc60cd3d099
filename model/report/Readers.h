// Tables in a terminal, in CSV and in JSON. Each function is the only writer of its format.
#pragma once

#include "model/report/Table.h"
#include "model/trace/args/JsonWriter.h"

#include <string>
#include <vector>

namespace lanes::report {

// The columns for at least one of `readers`.
[[nodiscard]] std::vector<const Column*> columnsFor(const Table& table, std::uint8_t readers);

// A value as people read it, in English. The window formats some units differently, with code of its own.
[[nodiscard]] std::string peopleText(const Column& column, const Value& value, TimeNs zero);
// A value for files: in base units, names as recorded, unknown as empty. Lists are joined by spaces, sizes by x.
[[nodiscard]] std::string exactText(const Column& column, const Value& value);

// Each writes the rows of Table::order. O(rows x columns).
[[nodiscard]] std::string asText(const Table& table);
[[nodiscard]] std::string asCsv(const Table& table);
// Writes an array of objects as the next value of `json`.
void writeJson(JsonWriter& json, const Table& table);

} // namespace lanes::report
