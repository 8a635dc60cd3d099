#include "model/base/Csv.h"

#include <cstddef>
#include <string_view>

namespace lanes {
namespace {

void appendCell(std::string& out, std::string_view text) {
    const bool quotes = text.find_first_of("\",") != std::string_view::npos;
    out += quotes ? "\"" : "";
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\r' && i + 1 < text.size() && text[i + 1] == '\n') {
            continue; // one break, one space
        }
        out += c == '\n' || c == '\r' ? ' ' : c;
        if (c == '"') {
            out += '"';
        }
    }
    out += quotes ? "\"" : "";
}

} // namespace

void appendCsvLine(std::string& out, std::span<const std::string> cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
        out += i > 0 ? "," : "";
        appendCell(out, cells[i]);
    }
    out += '\n';
}

} // namespace lanes
