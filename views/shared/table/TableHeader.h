// The head of a table. A click sorts, dragging the edge between two heads resizes, and the boxed sign switches the scale of
// bars.
#pragma once

#include "views/shared/table/TableLayout.h"

#include <QWidget>

#include <optional>

namespace lanes {

class Appearance;

class TableHeader : public QWidget {
    Q_OBJECT

public:
    explicit TableHeader(Appearance& appearance, QWidget* parent = nullptr);

    // The state that the table owns. The header itself keeps only the state of the mouse.
    struct Content {
        const std::vector<TableColumn>* columns = nullptr;
        const TableArrangement* arrangement = nullptr;
        const TableLayout* layout = nullptr;
        int sorted = -1;
        bool descending = true;
        int offset = 0;      // px scrolled to the right
        int firstIndent = 0; // px at 100 % before the first title, where its cells have a dot
    };
    void setContent(const Content& content);

Q_SIGNALS:
    void sortRequested(int column);
    void scaleRequested(int column);
    void widthRequested(int column, int width); // px at 100 %
    void menuRequested(const QPoint& globalPosition);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    [[nodiscard]] QRectF boxOf(const TableLayout::Place& place) const;
    // Returns the place whose right edge is under `x`.
    [[nodiscard]] const TableLayout::Place* edgeAt(int x) const;

    Appearance& appearance_;
    Content content_;
    int hovered_ = -1; // column
    struct Drag {
        int column;
        int left; // left edge of the column, in the widget
    };
    std::optional<Drag> drag_;
};

} // namespace lanes
