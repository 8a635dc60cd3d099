#include "model/base/Csv.h"

#include <charconv>
#include <cstddef>
#include <string_view>
#include <system_error>

namespace lanes {
namespace {

bool isNumber(std::string_view text) {
    text.remove_prefix(text.starts_with('+') ? 1 : 0);
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, value);
    return at == end && error != std::errc::invalid_argument;
}

// Names come from programs that somebody else may have written, and spreadsheets obey what begins so.
bool isFormula(std::string_view text) {
    constexpr std::string_view kBegins = "=+-@\t";
    return text.size() > 1 && kBegins.find(text.front()) != std::string_view::npos && !isNumber(text);
}

void appendCell(std::string& out, std::string_view text) {
    const bool quotes = text.find_first_of("\",") != std::string_view::npos;
    out += quotes ? "\"" : "";
    out += isFormula(text) ? "'" : "";
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
