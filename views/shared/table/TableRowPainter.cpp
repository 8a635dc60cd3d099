#include "views/shared/table/TableRowPainter.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/table/CellPainter.h"

#include <QPainter>

namespace lanes {

void TableRowPainter::paint(QPainter& painter, const Row& row) const {
    const Theme& theme = look.theme();
    painter.fillRect(row.box, backgroundOf(row));
    for (const TableLayout::Place& place : columns.layout().places) {
        paintCellOf(painter, row, place);
    }
    if (row.current) {
        fillSnapped(painter, {0, row.box.top(), 2, row.box.height()}, theme.accent);
        if (row.focused) {
            strokeRounded(painter, row.box, 0, theme.accent, 2);
        }
    }
}

QColor TableRowPainter::backgroundOf(const Row& row) const {
    const Theme& theme = look.theme();
    if (row.current) {
        return theme.selRow;
    }
    if (row.hovered) {
        return theme.hover;
    }
    return row.position % 2 != 0 ? theme.rowAlt : theme.canvas;
}

void TableRowPainter::paintCellOf(QPainter& painter, const Row& row, const TableLayout::Place& place) const {
    const std::uint32_t id = order.rowAt(row.position);
    const bool first = &place == &columns.layout().places.front();
    QRectF cell(place.x - scrolled, row.box.top(), place.width, row.box.height());
    if (first && order.isTree()) {
        const bool open = order.hasChildren(id) && order.isOpen(id);
        cell = paintBranch(painter, look, cell, order.depth(id), order.hasChildren(id), open);
    }
    TableCell content = model.cell(id, place.column, look.theme());
    content.tells = names.tells(row.inView, place.column);
    paintCell(painter, look, cell, content,
              {columns[place.column].number, columns.squareRoot(place.column),
               row.current && (first || place.column == sorted)});
}

} // namespace lanes
