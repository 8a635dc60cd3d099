// A table of which one row is chosen, in the capture dialog: rows rather than cells, no lines, one column takes the room that the
// others leave.
#pragma once

#include <QTableView>

namespace lanes {

// UI thread.
class PickTable : public QTableView {
    Q_OBJECT

public:
    // `name`: what screen readers say.
    explicit PickTable(const QString& name, QWidget* parent = nullptr);

    // Neither becomes the table's own. `widest` takes the room.
    void setRows(QAbstractItemModel* rows, QAbstractItemDelegate* painter, int widest);
    // All at a height in pixels, with room for so many below their head.
    void setRowHeight(int height, int rows);
};

} // namespace lanes
