// What tells the names of a table's rows in view apart: where they are cut they keep it in sight.
#pragma once

#include "views/shared/table/TableLayout.h"
#include "views/shared/table/TableModel.h"
#include "views/shared/text/TellApart.h"

#include <cstdint>
#include <map>
#include <vector>

namespace lanes {

class NamesInView {
public:
    NamesInView() = default;
    // Of texts that are cut in their middle. `rows`: those in view, from above. O(rows squared) for each column of texts.
    NamesInView(const TableModel& model, const std::vector<TableColumn>& columns, const TableLayout& layout,
                const std::vector<std::uint32_t>& rows, const Theme& theme);

    // `at`: of the rows.
    [[nodiscard]] TellingPart tells(std::size_t at, int column) const;

private:
    std::map<int, std::vector<TellingPart>> parts_; // by column
};

} // namespace lanes
