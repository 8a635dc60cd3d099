// Formats rows for a terminal or a spreadsheet.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanes::report {

// Columns are as wide as their widest cell. Text columns are aligned to the left, all others to the right. Cells longer
// than `kWidestName` characters are cut in the middle.
class TextTable {
public:
    static constexpr std::size_t kWidestName = 60;

    // The first `texts` columns hold texts.
    explicit TextTable(std::vector<std::string> head, std::size_t texts = 1)
        : TextTable(std::move(head), std::vector<bool>(texts, true)) {}
    // Column i holds texts if isText[i] is set; columns beyond its end do not.
    TextTable(std::vector<std::string> head, std::vector<bool> isText)
        : rows_{std::move(head)}
        , isText_(std::move(isText)) {}
    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

    [[nodiscard]] std::string text() const;
    [[nodiscard]] std::string csv() const; // one line per row (see Csv.h); names are not cut

private:
    std::vector<std::vector<std::string>> rows_;
    std::vector<bool> isText_;
};

} // namespace lanes::report
