// Where the columns of a table stand. Pure geometry.
#pragma once

#include "views/shared/table/TableModel.h"

#include <QString>

#include <optional>
#include <vector>

namespace lanes {

// How the user has arranged a table.
struct TableArrangement {
    struct Column {
        std::optional<bool> shown; // nothing: as the table has it and the room allows
        bool squareRoot = true;    // bars show the square root, so that small values keep some pixels
        int width = 0;             // px at 100 %, where dragged
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

// What the user has changed, by the columns' keys: "share:- device_ns:lin,w180". Empty: nothing.
[[nodiscard]] QString arrangementText(const std::vector<TableColumn>& columns,
                                      const TableArrangement& arrangement);
// The reverse, for other columns too: keys that they lack, and what is no such text, are passed over.
[[nodiscard]] TableArrangement arrangementOf(const std::vector<TableColumn>& columns, const QString& text);

inline constexpr int kTableWidest = 1200; // px at 100 %, of one column
inline constexpr int kTableEdge = 12;     // before the first and behind the last column

} // namespace lanes
