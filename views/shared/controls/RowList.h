// A long list of short rows: dot, name, and two numbers at the right. Only what is in view is asked for. Up, Down, PgUp,
// PgDn, Home and End go; Enter or a click choose. Screen readers are told of every row. A QListView goes over all of its rows
// whenever they change, even where all are of one size: 25 ms of the UI thread for a million, which a search finds.
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
        QString first; // right, quiet
        QString second;
        QString tip; // empty: the text
    };
    using RowAt = std::function<Row(int index)>;

    RowList(Appearance& appearance, const QString& name, QWidget* parent = nullptr);

    // `rowAt` is asked for rows in view, until the next call.
    void setRows(int count, RowAt rowAt);
    [[nodiscard]] int count() const { return count_; }
    [[nodiscard]] Row row(int index) const { return rowAt_(index); }
    // The lit row, or -1; scrolled into view.
    void setCurrent(int index);
    [[nodiscard]] int current() const { return current_; }
    // As high as its rows, up to `most` of them; else it takes what there is.
    void setFitted(int most);

Q_SIGNALS:
    void chosen(int index);
    void clicked(); // behind it, where it was by mouse

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
    // Of the rows in view: px of the two numbers with the gap before each, and what tells the names apart.
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
