// Rows as comma-separated values: one line a row, whatever its texts hold.
#pragma once

#include <span>
#include <string>

namespace lanes {

// Appends a line of cells, UTF-8, as RFC 4180 quotes them, with \n behind it. What breaks lines within a cell becomes a space:
// quotes would keep it, but few of those who read CSV line by line know. A text that a spreadsheet would run as a formula
// ("=HYPERLINK(...)") has an apostrophe in front; numbers stay as they are.
void appendCsvLine(std::string& out, std::span<const std::string> cells);

} // namespace lanes
