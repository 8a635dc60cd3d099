// Rows as a terminal or a spreadsheet wants them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lanes::cli {

// Columns by their widest cell; the first `leftColumns` are aligned to the left, all others, being numbers, to the
// right. Cells of the first column are cut in the middle beyond `kWidestName` characters.
class TextTable {
public:
    static constexpr std::size_t kWidestName = 60;

    explicit TextTable(std::vector<std::string> head, std::size_t leftColumns = 1)
        : rows_{std::move(head)}
        , leftColumns_(leftColumns) {}
    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

    [[nodiscard]] std::string text() const;
    [[nodiscard]] std::string csv() const; // one line a row (see Csv.h); names whole

private:
    std::vector<std::vector<std::string>> rows_;
    std::size_t leftColumns_;
};

} // namespace lanes::cli
