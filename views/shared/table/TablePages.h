// A snapshot of a table, to be printed over pages: its columns, their order and the open rows.
#pragma once

#include "views/shared/table/TableLayout.h"
#include "views/shared/table/TableModel.h"
#include "views/shared/table/TableOrder.h"

#include <QSizeF>

#include <memory>
#include <vector>

class QPainter;

namespace lanes {

class Appearance;

// A value type. Any thread may paint it with an Appearance of its own.
struct TablePages {
    std::vector<TableColumn> columns;
    TableArrangement arrangement;
    std::shared_ptr<const TableModel> model;
    TableOrder order;

    // Returns the number of rows on a page of `height`, below the head of the table; at least one.
    [[nodiscard]] static int rowsOn(qreal height);
    // Paints a page of this size that begins with the row at position `first`.
    void paint(QPainter& painter, Appearance& look, const QSizeF& size, int first) const;
};

} // namespace lanes
