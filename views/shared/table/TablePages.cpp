#include "views/shared/table/TablePages.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/table/CellPainter.h"

#include <QPainter>

#include <algorithm>

namespace lanes {
namespace {

constexpr qreal kPrintedRow = 22;
constexpr qreal kPrintedHead = 26;

} // namespace

int TablePages::rowsOn(qreal height) {
    return std::max(1, static_cast<int>((height - kPrintedHead) / kPrintedRow));
}

void TablePages::paint(QPainter& painter, Appearance& look, const QSizeF& size, int first) const {
    const int width = static_cast<int>(size.width());
    const TableLayout layout = layoutOf(columns, arrangement, width, 1);
    const int last = std::min(first + rowsOn(size.height()), order.size());
    // a table that is wider than the paper is made smaller, not cut
    const qreal scale = std::min(1.0, size.width() / std::max(1, layout.width));
    painter.save();
    painter.scale(scale, scale);
    const auto about = [this](const TableLayout::Place& place) -> const TableColumn& {
        return columns[static_cast<std::size_t>(place.column)];
    };
    const auto squareRoot = [this](const TableLayout::Place& place) {
        return arrangement.columns[static_cast<std::size_t>(place.column)].squareRoot;
    };
    for (const TableLayout::Place& place : layout.places) {
        paintHead(painter, look, QRectF(place.x, 0, place.width, kPrintedHead), about(place).title,
                  {.number = about(place).number,
                   .sorted = place.column == order.column(),
                   .descending = order.descending(),
                   .bar = about(place).bar,
                   .squareRoot = squareRoot(place)});
    }
    const Theme& theme = look.theme();
    horizontalLine(painter, 0, kPrintedHead - 1, layout.width, theme.line2);
    for (int position = first; position < last; ++position) {
        const std::uint32_t row = order.rowAt(position);
        const qreal top = kPrintedHead + (position - first) * kPrintedRow;
        if (position % 2 == 1) {
            painter.fillRect(QRectF(0, top, layout.width, kPrintedRow), theme.rowAlt);
        }
        for (const TableLayout::Place& place : layout.places) {
            QRectF cell(place.x, top, place.width, kPrintedRow);
            if (&place == &layout.places.front() && order.isTree()) {
                cell = paintBranch(painter, look, cell, order.depth(row), order.hasChildren(row),
                                   order.hasChildren(row) && order.isOpen(row));
            }
            paintCell(painter, look, cell, model->cell(row, place.column, theme),
                      {about(place).number, squareRoot(place), false});
        }
    }
    painter.restore();
}

} // namespace lanes
