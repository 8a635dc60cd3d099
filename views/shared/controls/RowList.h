// A long list of short rows: dot, name, and two numbers at the right. Only rows in view are requested. Up, Down, PgUp, PgDn,
// Home and End move the current row; Enter or a click chooses it. Screen readers can reach every row.
// A QListView goes over all its rows whenever they change, even where all have one size. That costs 25 ms of the UI thread for
// a million rows, and a search finds as many.
#pragma once

#include "views/shared/access/PaintedParts.h"
#include "views/shared/text/TellApart.h"

#include <QAbstractScrollArea>
#include <QColor>
#include <QString>

#include <functional>
#include <vector>

namespace lanes {

class Appearance;
class PaintedList;

class RowList : public QAbstractScrollArea {
    Q_OBJECT

public:
    struct Row {
        QColor dot;
        QString text;
        QString first; // right-aligned, quiet
        QString second;
        QString tip; // tooltip; empty: `text` serves
    };
    using RowAt = std::function<Row(int index)>;

    RowList(Appearance& appearance, const QString& name, QWidget* parent = nullptr);

    // The list calls `rowAt` for rows in view until the next setRows().
    void setRows(int count, RowAt rowAt);
    [[nodiscard]] int count() const { return count_; }
    [[nodiscard]] Row row(int index) const { return rowAt_(index); }
    // Highlights the row and scrolls it into view; -1: none.
    void setCurrent(int index);
    [[nodiscard]] int current() const { return current_; }
    // Makes the list as high as its rows, up to `most` of them. Without this call it takes the height that it gets.
    void setFitted(int most);

Q_SIGNALS:
    void chosen(int index);
    void clicked(); // emitted after chosen() if the mouse chose

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    [[nodiscard]] bool viewportEvent(QEvent* event) override;

private:
    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] PaintedPart partOf(int index) const;
    [[nodiscard]] int indexAt(int y) const; // -1: none
    void adjust();
    // Columns of the rows in view: px of each number with the gap before it, and the part of each name that differs from the
    // others.
    struct Columns {
        qreal first = 0;
        qreal second = 0;
        std::vector<TellingPart> tells;
    };
    [[nodiscard]] Columns columnsOf(const std::vector<Row>& rows) const;
    void paintRow(QPainter& painter, int index, const Row& row, const QRectF& box, const Columns& columns,
                  TellingPart tells) const;

    Appearance& appearance_;
    PaintedList* parts_; // child
    RowAt rowAt_;
    int count_ = 0;
    int current_ = -1;
    int hovered_ = -1;
    int fitted_ = 0;
};

} // namespace lanes
