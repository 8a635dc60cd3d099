#include "model/report/TextTable.h"

#include "model/base/Csv.h"
#include "model/base/Utf8.h"

#include <algorithm>

namespace lanes::report {

namespace {

bool startsCharacter(char c) {
    return (static_cast<unsigned char>(c) & 0xc0u) != 0x80u;
}

std::size_t characters(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, startsCharacter));
}

// Byte position of the n-th character.
std::size_t position(std::string_view text, std::size_t n) {
    std::size_t at = 0;
    for (; at < text.size(); ++at) {
        if (startsCharacter(text[at]) && n-- == 0) {
            break;
        }
    }
    return at;
}

std::string shortened(const std::string& text) {
    std::string line = forTerminal(text);
    std::ranges::replace_if(
        line, [](unsigned char c) { return c < 0x20; }, ' ');
    const std::size_t count = characters(line);
    if (count <= TextTable::kWidestName) {
        return line;
    }
    const std::size_t half = TextTable::kWidestName / 2;
    return line.substr(0, position(line, half - 1)) + "\u2026" + line.substr(position(line, count - half));
}

} // namespace

std::string TextTable::text() const {
    std::vector<std::size_t> widths(rows_.front().size());
    for (const auto& row : rows_) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], characters(shortened(row[i])));
        }
    }
    std::string out;
    for (const auto& row : rows_) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string cell = shortened(row[i]);
            const std::string pad(widths[i] - characters(cell), ' ');
            line += (i > 0 ? "  " : "") + (i < isText_.size() && isText_[i] ? cell + pad : pad + cell);
        }
        out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return out;
}

std::string TextTable::csv() const {
    std::string out;
    for (const auto& row : rows_) {
        appendCsvLine(out, row);
    }
    return out;
}

} // namespace lanes::report
