// Rows as comma-separated values: one line for each row, whatever its texts hold.
#pragma once

#include <span>
#include <string>

namespace lanes {

// Appends a line of cells, UTF-8, quoted as in RFC 4180, with \n behind it. A line break within a cell becomes a space:
// quotes would keep it, but few readers of CSV by lines handle that. A text that a spreadsheet would run as a formula
// ("=HYPERLINK(...)") gets an apostrophe in front; numbers stay as they are.
void appendCsvLine(std::string& out, std::span<const std::string> cells);

} // namespace lanes
