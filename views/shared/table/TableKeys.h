// Translates a key into a move of the table in its present state. DataTable.h lists the keys.
#pragma once

#include "views/shared/table/TableColumns.h"
#include "views/shared/table/TableOrder.h"

#include <cstdint>

class QKeyEvent;

namespace lanes {

struct TableMove {
    enum class Kind : std::uint8_t {
        None, // not a key of tables
        Stay, // the end is reached: nothing to do
        Copy,
        Activate,
        Choose,
        Open,
        Close,
        Scroll,
        Sort,
        TurnOrder
    };
    Kind kind = Kind::None;
    int to = 0; // Choose: the position, -1 for none; Scroll: steps to the right; Sort: the column
};

struct TableKeys {
    const TableColumns& columns;
    const TableOrder& order;
    const TableModel* model; // null: no rows
    std::uint32_t current;   // row of the model, or TableModel::kNone
    int page;                // rows
    int sorted;              // column

    [[nodiscard]] TableMove moveOf(const QKeyEvent& key) const;

private:
    [[nodiscard]] TableMove rowMove(int key) const;
    [[nodiscard]] TableMove treeMove(int key) const;
    [[nodiscard]] TableMove sideMove(bool right) const;
    [[nodiscard]] TableMove sortMove(const QString& text) const;
};

} // namespace lanes
