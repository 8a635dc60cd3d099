// Paints the rows of a table on screen: cells, branches in a tree, and the marks of the current row.
#pragma once

#include "views/shared/table/NamesInView.h"
#include "views/shared/table/TableColumns.h"
#include "views/shared/table/TableOrder.h"

#include <QRectF>

class QPainter;

namespace lanes {

class Appearance;

struct TableRowPainter {
    Appearance& look;
    const TableColumns& columns;
    const TableOrder& order;
    const TableModel& model;
    const NamesInView& names; // of the rows in view
    int sorted;               // column
    int scrolled;             // px to the right

    struct Row {
        int position = 0;
        std::size_t inView = 0; // index of the row among those in view
        QRectF box;
        bool current = false;
        bool hovered = false;
        bool focused = false; // true: the row is current and the table has the keyboard focus
    };
    void paint(QPainter& painter, const Row& row) const;

private:
    [[nodiscard]] QColor backgroundOf(const Row& row) const;
    void paintCellOf(QPainter& painter, const Row& row, const TableLayout::Place& place) const;
};

} // namespace lanes
