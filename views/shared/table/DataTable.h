// The table of all views, with bars in cells, any order, hidden columns, trees, copy and export. Mouse or keyboard alone
// suffice.
//   Up Down PgUp PgDn Home End   go          Enter   activate
//   Left Right                   close and open in trees, else scroll       Space   open or close
//   < >  choose the sorted column    = turn the order    Menu, Shift+F10   columns    Ctrl+C   copy the row
#pragma once

#include "views/shared/table/NamesInView.h"
#include "views/shared/table/TableColumns.h"
#include "views/shared/table/TableCsv.h"
#include "views/shared/table/TableHeader.h"
#include "views/shared/table/TableKeys.h"
#include "views/shared/table/TableModel.h"
#include "views/shared/table/TableOrder.h"
#include "views/shared/table/TablePages.h"
#include "views/shared/table/TableSort.h"
#include "views/shared/table/TableSorter.h"

#include <QAbstractScrollArea>

#include <memory>
#include <optional>
#include <utility>

class QMenu;

namespace lanes {

class Appearance;
class FloatingScrollBar;

// UI thread. The cost of painting depends only on the rows in view. Models of more than 500 rows are sorted off the UI thread.
// Until the order is ready, the table shows the previous order, or for a new model the model's own.
class DataTable : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit DataTable(Appearance& appearance, QWidget* parent = nullptr);

    // `sorted` is the column by which a new table is sorted.
    void setColumns(std::vector<TableColumn> columns, int sorted);
    [[nodiscard]] const std::vector<TableColumn>& columns() const { return columns_.all(); }
    // Keeps the same item current if the new model contains it; else the first row becomes current.
    void setModel(std::shared_ptr<const TableModel> model);
    // For a caller that makes a large model off the UI thread: it can sort the model there by sortWanted() and offer() the
    // result. setModel() uses the result if it is of this model and the wanted order is still the same.
    [[nodiscard]] TableSort sortWanted() const;
    void offer(SortedRows sorted) { sorter_.offer(std::move(sorted)); }
    [[nodiscard]] bool isSorting() const { return sorter_.isSorting(); }
    [[nodiscard]] const std::shared_ptr<const TableModel>& model() const { return model_; }
    void setOpenLevels(int levels) { order_.setOpenLevels(levels); }
    void setCompact(bool compact); // a head of 24 px, for docks
    void setFirstIndent(int px);   // of the first title, px at 100 %; for cells with a dot

    // Row of the model; TableModel::kNone if the model has no rows.
    [[nodiscard]] std::uint32_t current() const { return current_; }
    [[nodiscard]] int currentPosition() const { return order_.positionOf(current_); }
    // The current row's box in the table's coordinates; empty if no row is current.
    [[nodiscard]] QRect currentBox() const;
    [[nodiscard]] int visibleRows() const { return order_.size(); }
    [[nodiscard]] std::uint32_t rowAt(int position) const { return order_.rowAt(position); }
    // Makes the row current without emitting currentChosen().
    void setCurrent(std::uint32_t row);

    void sortBy(int column, bool descending);
    [[nodiscard]] int sortedColumn() const { return by_.column; }
    [[nodiscard]] bool sortedDescending() const { return by_.descending; }
    void setColumnShown(int column, bool shown);
    [[nodiscard]] const TableArrangement& arrangement() const { return columns_.arrangement(); }
    void setArrangement(const TableArrangement& arrangement); // ignored unless it is of these columns
    [[nodiscard]] int shownColumns() const { return columns_.shownCount(); } // the columns that have room
    [[nodiscard]] bool isColumnShown(int column) const { return columns_.isShown(column); }
    // A menu with an entry for every column, checked if the column is shown. The caller owns the menu.
    [[nodiscard]] QMenu* columnMenu(QWidget* parent);

    // For screen readers, about what is shown. `place` counts columns from the left, `position` counts rows from the top; -1 is
    // the head.
    [[nodiscard]] int columnAt(int place) const { return columns_.place(place).column; }
    [[nodiscard]] QString cellText(int position, int place) const;
    [[nodiscard]] QRect cellBox(int position, int place) const;   // in the table; empty if out of view
    [[nodiscard]] int positionUnder(const QPoint& at) const;      // -1: no row there
    [[nodiscard]] std::optional<bool> isOpen(int position) const; // nothing: no row below it
    // Do the same as clicks.
    void choose(int position);
    void sortByClick(int column);

    // `rows` as text with their titles, and tabs between columns. The table must have rows.
    [[nodiscard]] QString asText(const std::vector<std::uint32_t>& rows) const;
    // All columns, and in trees the open rows only, in the order on screen, as they are now.
    [[nodiscard]] TableCsv csv() const;
    // A snapshot of the table for printing: its columns and its open rows.
    [[nodiscard]] TablePages pages() const {
        return {columns_.all(), columns_.arrangement(), model_, order_};
    }

Q_SIGNALS:
    void currentChosen(std::uint32_t row); // by the user
    void activated(std::uint32_t row);
    void currentChanged(std::uint32_t row); // by the user or by the program
    void arrangementChanged();
    void columnsFitted(); // the number of columns that have room has changed

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    [[nodiscard]] bool viewportEvent(QEvent* event) override;

private:
    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] int headHeight() const;
    [[nodiscard]] int positionAt(int y) const; // -1: no row there
    [[nodiscard]] QRectF rowBox(int position) const;
    [[nodiscard]] bool isOnChevron(int position, const QPointF& at) const;
    void takeRows(SortedRows sorted, bool last);
    void chooseAgain(std::uint32_t before);
    void relayout();
    void refreshHeader();
    void applyScale();
    void makeCurrent(std::uint32_t row);
    void ensureVisible();
    void obey(const TableMove& move);
    void toggle(std::uint32_t row, bool open);
    void popUpColumns(const QPoint& at);

    Appearance& appearance_;
    TableHeader* header_;
    FloatingScrollBar* overlay_;
    TableColumns columns_;
    NamesInView names_;
    TableOrder order_;
    TableSort by_;
    TableSorter sorter_{[this](SortedRows sorted, bool last) { takeRows(std::move(sorted), last); }};
    std::shared_ptr<const TableModel> model_;
    std::uint32_t current_ = TableModel::kNone;
    int hovered_ = -1; // position
    int firstIndent_ = 0;
    bool compact_ = false;
};

} // namespace lanes
