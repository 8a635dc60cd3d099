// What a table showed at one moment, to be painted over pages: its columns, their order and the rows that are open.
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

// A value: any thread may paint it, with an appearance of its own.
struct TablePages {
    std::vector<TableColumn> columns;
    TableArrangement arrangement;
    std::shared_ptr<const TableModel> model;
    TableOrder order;

    // How many rows stand on a page of `height`, below the head of the table; at least one.
    [[nodiscard]] static int rowsOn(qreal height);
    // From the row at position `first` on, on a page of this size.
    void paint(QPainter& painter, Appearance& look, const QSizeF& size, int first) const;
};

} // namespace lanes
