// Finds for each name in view the part that differs from the other names. Cells that are cut keep that part visible.
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
    // Looks at the texts that are cut in their middle. `rows` are the rows in view, from the top. O(rows squared) for each
    // column whose texts differ from those of the last call.
    void look(const TableModel& model, const std::vector<TableColumn>& columns, const TableLayout& layout,
              const std::vector<std::uint32_t>& rows, const Theme& theme);

    // `at` is an index of look()'s `rows`.
    [[nodiscard]] TellingPart tells(std::size_t at, int column) const;

private:
    struct Names {
        QStringList texts;
        std::vector<TellingPart> parts;
    };
    std::map<int, Names> names_; // by column
};

} // namespace lanes
