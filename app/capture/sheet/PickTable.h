// A table of which one row is chosen, in the capture dialog: rows rather than cells, no lines, one column takes the room that the
// others leave.
#pragma once

#include <QColor>
#include <QFont>
#include <QIcon>
#include <QTableView>

#include <functional>

namespace lanes {

// UI thread.
class PickTable : public QTableView {
    Q_OBJECT

public:
    // How a cell is written, chosen or not.
    struct Look {
        QColor color;
        QFont font;
        Qt::TextElideMode elided = Qt::ElideRight;
        QIcon icon = {};  // in front of the text; null: none
        int iconSize = 0; // pixels
    };
    using LookOf = std::function<Look(const QModelIndex& cell)>;

    // `name`: what screen readers say.
    explicit PickTable(const QString& name, QWidget* parent = nullptr);

    // `rows` does not become the table's own. `look` is asked for each cell as it is painted. The column `widest` takes the room.
    void setRows(QAbstractItemModel* rows, LookOf look, int widest);
    // All at a height in pixels, with room for so many below their head.
    void setRowHeight(int height, int rows);
};

} // namespace lanes
