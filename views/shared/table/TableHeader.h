// The head of a table: a click sorts, the edge between two heads is dragged, the boxed sign switches the bars' scale.
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

    // What the table knows; the header keeps no state of its own but the mouse's.
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
    // The place whose right edge is under `x`.
    [[nodiscard]] const TableLayout::Place* edgeAt(int x) const;

    Appearance& appearance_;
    Content content_;
    int hovered_ = -1; // column
    struct Drag {
        int column;
        int left; // of the column, in the widget
    };
    std::optional<Drag> drag_;
};

} // namespace lanes
