// The positions of a table's columns. Pure geometry.
#pragma once

#include "views/shared/table/TableModel.h"

#include <QString>

#include <optional>
#include <vector>

namespace lanes {

// The user's arrangement of a table.
struct TableArrangement {
    struct Column {
        std::optional<bool> shown; // nothing: TableColumn and the room decide
        bool squareRoot = true;    // bars show the square root, so that small values remain visible
        int width = 0;             // px at 100 %, as dragged; 0: not dragged
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
    int width = 0;             // of all columns; more than the given width where they don't fit

    [[nodiscard]] const Place* at(int x) const;
};

// `scale` is the number of px per px at 100 %.
[[nodiscard]] TableLayout layoutOf(const std::vector<TableColumn>& columns,
                                   const TableArrangement& arrangement, int width, double scale);

// The user's changes by column key: "share:- device_ns:lin,w180". Empty: no changes.
[[nodiscard]] QString arrangementText(const std::vector<TableColumn>& columns,
                                      const TableArrangement& arrangement);
// The reverse, also for other columns. Keys of missing columns and malformed parts are ignored.
[[nodiscard]] TableArrangement arrangementOf(const std::vector<TableColumn>& columns, const QString& text);

inline constexpr int kTableWidest = 1200; // widest column, px at 100 %
inline constexpr int kTableEdge = 12;     // px before the first and behind the last column, at 100 %

} // namespace lanes
