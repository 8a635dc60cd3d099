// Describes a DataTable to screen readers as a table: heads, rows and cells, each read as it is shown.
#pragma once

#include <QAccessibleWidget>
#include <QHash>

namespace lanes {

class DataTable;

// UI thread. Qt's cache owns it and destroys it with its widget. Rows and columns are those in view, in the order on screen.
// The children are the heads and then the cells, row by row.
class AccessibleTable : public QAccessibleWidget, public QAccessibleTableInterface {
public:
    explicit AccessibleTable(DataTable& table);
    ~AccessibleTable() override;

    // For QAccessible::installFactory. Returns null for an object that is no DataTable.
    [[nodiscard]] static QAccessibleInterface* make(const QString& className, QObject* object);
    // The table calls sayChanged() when other rows or columns are shown, and sayCurrent() when another row becomes current.
    // Neither costs anything while no screen reader listens.
    static void sayChanged(DataTable& table);
    static void sayCurrent(DataTable& table);

    void* interface_cast(QAccessible::InterfaceType type) override;
    [[nodiscard]] int childCount() const override;
    [[nodiscard]] QAccessibleInterface* child(int index) const override;
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* child) const override;
    [[nodiscard]] QAccessibleInterface* childAt(int x, int y) const override;
    [[nodiscard]] QAccessibleInterface* focusChild() const override;

    [[nodiscard]] QAccessibleInterface* caption() const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface* summary() const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface* cellAt(int row, int column) const override;
    [[nodiscard]] QString columnDescription(int column) const override;
    [[nodiscard]] QString rowDescription(int row) const override;
    [[nodiscard]] int columnCount() const override;
    [[nodiscard]] int rowCount() const override;
    [[nodiscard]] int selectedCellCount() const override;
    [[nodiscard]] int selectedColumnCount() const override { return 0; }
    [[nodiscard]] int selectedRowCount() const override;
    [[nodiscard]] QList<QAccessibleInterface*> selectedCells() const override;
    [[nodiscard]] QList<int> selectedColumns() const override { return {}; }
    [[nodiscard]] QList<int> selectedRows() const override;
    [[nodiscard]] bool isColumnSelected(int /*column*/) const override { return false; }
    [[nodiscard]] bool isRowSelected(int row) const override;
    bool selectRow(int row) override;
    bool selectColumn(int /*column*/) override { return false; }
    bool unselectRow(int /*row*/) override { return false; } // one row is always current
    bool unselectColumn(int /*column*/) override { return false; }
    void modelChange(QAccessibleTableModelChangeEvent* event) override;

    [[nodiscard]] DataTable& table() const { return table_; }

private:
    [[nodiscard]] QAccessibleInterface* part(int row, int place) const; // row -1: the heads
    void forget();

    DataTable& table_;
    mutable QHash<qint64, QAccessible::Id> made_;
};

} // namespace lanes
