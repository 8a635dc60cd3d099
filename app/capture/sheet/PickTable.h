// A table in the capture dialog in which the user chooses one row. It selects rows rather than cells and has no lines. One
// column takes the width that the others leave.
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
    // The look of a cell, the same for chosen and other rows.
    struct Look {
        QColor color;
        QFont font;
        Qt::TextElideMode elided = Qt::ElideRight;
        QIcon icon = {};  // in front of the text; null: none
        int iconSize = 0; // pixels
    };
    using LookOf = std::function<Look(const QModelIndex& cell)>;

    // `name` is its name for screen readers.
    explicit PickTable(const QString& name, QWidget* parent = nullptr);

    // The table does not own `rows`. It calls `look` for each cell that it paints. The column `widest` takes the remaining
    // width.
    void setRows(QAbstractItemModel* rows, LookOf look, int widest);
    // Sets the height of each row in pixels, and makes room for `rows` rows below the head.
    void setRowHeight(int height, int rows);
};

} // namespace lanes
