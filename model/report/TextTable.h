// Rows as a terminal or a spreadsheet wants them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanes::report {

// Columns are as wide as their widest cell. Columns of texts are aligned to the left, all others to the right. Cells are cut in
// the middle beyond `kWidestName` characters.
class TextTable {
public:
    static constexpr std::size_t kWidestName = 60;

    // The first `texts` columns are texts.
    explicit TextTable(std::vector<std::string> head, std::size_t texts = 1)
        : TextTable(std::move(head), std::vector<bool>(texts, true)) {}
    // Column i is of texts where isText[i] is; those behind its end are not.
    TextTable(std::vector<std::string> head, std::vector<bool> isText)
        : rows_{std::move(head)}
        , isText_(std::move(isText)) {}
    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

    [[nodiscard]] std::string text() const;
    [[nodiscard]] std::string csv() const; // one line a row (see Csv.h); names whole

private:
    std::vector<std::vector<std::string>> rows_;
    std::vector<bool> isText_;
};

} // namespace lanes::report
