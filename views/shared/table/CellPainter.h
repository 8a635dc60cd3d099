// Paints the cells and heads of a table. It is the only place that knows their geometry.
#pragma once

#include "views/shared/table/TableModel.h"

#include <QRectF>

class QPainter;

namespace lanes {

class Appearance;

struct CellStyle {
    bool number = true;
    bool squareRoot = false; // scale of bars
    bool strong = false;     // the current row
};

// Room for the number behind a bar, px at 100 %.
inline constexpr int kNumberRoom = 86;

void paintCell(QPainter& painter, Appearance& look, const QRectF& box, const TableCell& cell,
               const CellStyle& style);
// Paints the guide lines and the chevron in a tree's first column. Returns the room left for the cell.
[[nodiscard]] QRectF paintBranch(QPainter& painter, Appearance& look, const QRectF& box, int depth,
                                 bool hasChildren, bool open);
// The area of paintBranch()'s chevron that reacts to clicks.
[[nodiscard]] QRectF chevronBox(const Appearance& look, const QRectF& box, int depth);

struct HeadStyle {
    bool number = true;
    bool sorted = false;
    bool descending = true;
    bool bar = false;
    bool squareRoot = false;
    bool hovered = false;
    int indent = 0; // px at 100 %
};
void paintHead(QPainter& painter, Appearance& look, const QRectF& box, const QString& title,
               const HeadStyle& style);
// The box in a head that switches the scale of the column's bars.
[[nodiscard]] QRectF scaleBox(const Appearance& look, const QRectF& head);

} // namespace lanes
