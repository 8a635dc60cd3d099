// Where the columns of a table stand. Pure geometry.
#pragma once

#include "views/shared/table/TableModel.h"

#include <vector>

namespace lanes {

// How the user has arranged a table.
struct TableArrangement {
    struct Column {
        bool shown = true;
        bool squareRoot = true; // bars show the square root, so that small values keep some pixels
        int width = 0;          // px at 100 %, where dragged
    };
    std::vector<Column> columns;
};

struct TableLayout {
    struct Place {
        int column = 0;
        int x = 0;
        int width = 0;
    };
    std::vector<Place> places; // from left to right
    int width = 0;             // of all; more than what was given where it does not fit

    [[nodiscard]] const Place* at(int x) const;
};

// `scale`: px per px at 100 %.
[[nodiscard]] TableLayout layoutOf(const std::vector<TableColumn>& columns,
                                   const TableArrangement& arrangement, int width, double scale);

inline constexpr int kTableEdge = 12;      // before the first and behind the last column
inline constexpr int kTableFlexible = 132; // the least that a column without a width gets

} // namespace lanes
