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
    // Of texts that are cut in their middle. `rows`: those in view, from above. O(rows squared) for each column of texts that
    // are not those of the last look.
    void look(const TableModel& model, const std::vector<TableColumn>& columns, const TableLayout& layout,
              const std::vector<std::uint32_t>& rows, const Theme& theme);

    // `at`: of the rows.
    [[nodiscard]] TellingPart tells(std::size_t at, int column) const;

private:
    struct Names {
        QStringList texts;
        std::vector<TellingPart> parts;
    };
    std::map<int, Names> names_; // by column
};

} // namespace lanes
