#include "views/shared/table/AccessibleTable.h"

#include "views/shared/table/DataTable.h"

#include <QPointer>

namespace lanes {
namespace {

constexpr int kHeads = -1; // the row of the heads

// A cell, or a column's head. It outlives its table in Qt's cache for a moment, and is asked then.
class AccessibleCell : public QAccessibleInterface,
                       public QAccessibleTableCellInterface,
                       public QAccessibleActionInterface {
public:
    AccessibleCell(DataTable& table, int row, int place)
        : table_(&table)
        , row_(row)
        , place_(place) {}

    [[nodiscard]] int row() const { return row_; }
    [[nodiscard]] int place() const { return place_; }

    [[nodiscard]] bool isValid() const override {
        return table_ && row_ < table_->visibleRows() && place_ < table_->shownColumns();
    }
    [[nodiscard]] QObject* object() const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface* parent() const override {
        return table_ ? QAccessible::queryAccessibleInterface(table_) : nullptr;
    }
    [[nodiscard]] int childCount() const override { return 0; }
    [[nodiscard]] QAccessibleInterface* child(int /*index*/) const override { return nullptr; }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* /*child*/) const override { return -1; }
    [[nodiscard]] QAccessibleInterface* childAt(int /*x*/, int /*y*/) const override { return nullptr; }
    [[nodiscard]] QString text(QAccessible::Text kind) const override {
        if (!isValid()) {
            return {};
        }
        const TableColumn& column = table_->columns()[static_cast<std::size_t>(table_->columnAt(place_))];
        if (row_ == kHeads) {
            return kind == QAccessible::Name          ? column.title
                   : kind == QAccessible::Description ? column.tip
                                                      : QString();
        }
        return kind == QAccessible::Name ? table_->cellText(row_, place_) : QString();
    }
    void setText(QAccessible::Text /*kind*/, const QString& /*text*/) override {} // cells are not written
    [[nodiscard]] QRect rect() const override {
        const QRect box = isValid() ? table_->cellBox(row_, place_) : QRect();
        return box.isEmpty() ? box : QRect(table_->mapToGlobal(box.topLeft()), box.size());
    }
    [[nodiscard]] QAccessible::Role role() const override {
        return row_ == kHeads ? QAccessible::ColumnHeader : QAccessible::Cell;
    }
    [[nodiscard]] QAccessible::State state() const override {
        QAccessible::State state;
        if (!isValid()) {
            state.invalid = true;
            return state;
        }
        state.readOnly = true;
        state.offscreen = table_->cellBox(row_, place_).isEmpty();
        if (row_ != kHeads) {
            state.selectable = true;
            state.focusable = true;
            state.selected = isSelected();
            state.focused = isSelected() && place_ == 0 && table_->hasFocus();
            const auto open = place_ == 0 ? table_->isOpen(row_) : std::nullopt;
            state.expandable = open.has_value();
            state.expanded = open.value_or(false);
            state.collapsed = open && !*open;
        }
        return state;
    }
    void* interface_cast(QAccessible::InterfaceType type) override {
        if (type == QAccessible::TableCellInterface && row_ != kHeads) {
            return static_cast<QAccessibleTableCellInterface*>(this);
        }
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this)
                                                    : nullptr;
    }

    [[nodiscard]] bool isSelected() const override { return isValid() && table_->currentPosition() == row_; }
    [[nodiscard]] QList<QAccessibleInterface*> columnHeaderCells() const override {
        return {parent()->child(place_)};
    }
    [[nodiscard]] QList<QAccessibleInterface*> rowHeaderCells() const override { return {}; }
    [[nodiscard]] int columnIndex() const override { return place_; }
    [[nodiscard]] int rowIndex() const override { return row_; }
    [[nodiscard]] int columnExtent() const override { return 1; }
    [[nodiscard]] int rowExtent() const override { return 1; }
    [[nodiscard]] QAccessibleInterface* table() const override { return parent(); }

    // A head sorts by its column; a cell makes its row the current one.
    [[nodiscard]] QStringList actionNames() const override { return {pressAction()}; }
    void doAction(const QString& action) override {
        if (action == pressAction() && isValid()) {
            if (row_ == kHeads) {
                table_->sortByClick(table_->columnAt(place_));
            } else {
                table_->choose(row_);
            }
        }
    }
    [[nodiscard]] QStringList keyBindingsForAction(const QString& /*action*/) const override { return {}; }

private:
    QPointer<DataTable> table_;
    int row_;
    int place_; // among the columns that are shown
};

} // namespace

AccessibleTable::AccessibleTable(DataTable& table)
    : QAccessibleWidget(&table, QAccessible::Table)
    , table_(table) {}

AccessibleTable::~AccessibleTable() {
    forget();
}

QAccessibleInterface* AccessibleTable::make(const QString& /*className*/, QObject* object) {
    auto* table = qobject_cast<DataTable*>(object);
    return table != nullptr ? new AccessibleTable(*table) : nullptr;
}

void AccessibleTable::sayChanged(DataTable& table) {
    if (QAccessible::isActive()) {
        QAccessibleTableModelChangeEvent changed(&table, QAccessibleTableModelChangeEvent::ModelReset);
        QAccessible::updateAccessibility(&changed);
    }
}

void AccessibleTable::sayCurrent(DataTable& table) {
    if (QAccessible::isActive() && table.hasFocus()) {
        QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(&table);
        if (QAccessibleInterface* cell = accessible != nullptr ? accessible->focusChild() : nullptr) {
            QAccessibleEvent focus(cell, QAccessible::Focus);
            QAccessible::updateAccessibility(&focus);
        }
    }
}

void* AccessibleTable::interface_cast(QAccessible::InterfaceType type) {
    return type == QAccessible::TableInterface ? static_cast<QAccessibleTableInterface*>(this)
                                               : QAccessibleWidget::interface_cast(type);
}

int AccessibleTable::childCount() const {
    return (rowCount() + 1) * columnCount();
}

QAccessibleInterface* AccessibleTable::child(int index) const {
    const int columns = columnCount();
    return columns > 0 && index >= 0 ? part(index / columns - 1, index % columns) : nullptr;
}

int AccessibleTable::indexOfChild(const QAccessibleInterface* child) const {
    const auto* cell = dynamic_cast<const AccessibleCell*>(child);
    return cell != nullptr && cell->isValid() ? (cell->row() + 1) * columnCount() + cell->place() : -1;
}

QAccessibleInterface* AccessibleTable::childAt(int x, int y) const {
    const QPoint at = table_.mapFromGlobal(QPoint(x, y));
    for (int place = 0; place < columnCount(); ++place) {
        const QRect head = table_.cellBox(kHeads, place);
        if (at.x() >= head.left() && at.x() <= head.right()) {
            return part(head.contains(at) ? kHeads : table_.positionUnder(at), place);
        }
    }
    return nullptr;
}

QAccessibleInterface* AccessibleTable::focusChild() const {
    const int row = table_.currentPosition();
    return row >= 0 ? part(row, 0) : nullptr;
}

QAccessibleInterface* AccessibleTable::cellAt(int row, int column) const {
    return row >= 0 ? part(row, column) : nullptr;
}

QString AccessibleTable::columnDescription(int column) const {
    return column >= 0 && column < columnCount()
               ? table_.columns()[static_cast<std::size_t>(table_.columnAt(column))].title
               : QString();
}

QString AccessibleTable::rowDescription(int row) const {
    return row >= 0 && row < rowCount() ? table_.cellText(row, 0) : QString();
}

int AccessibleTable::columnCount() const {
    return table_.shownColumns();
}

int AccessibleTable::rowCount() const {
    return table_.visibleRows();
}

int AccessibleTable::selectedCellCount() const {
    return selectedRowCount() * columnCount();
}

int AccessibleTable::selectedRowCount() const {
    return table_.currentPosition() >= 0 ? 1 : 0;
}

QList<QAccessibleInterface*> AccessibleTable::selectedCells() const {
    QList<QAccessibleInterface*> cells;
    for (int column = 0; selectedRowCount() > 0 && column < columnCount(); ++column) {
        cells << part(table_.currentPosition(), column);
    }
    return cells;
}

QList<int> AccessibleTable::selectedRows() const {
    return selectedRowCount() > 0 ? QList<int>{table_.currentPosition()} : QList<int>();
}

bool AccessibleTable::isRowSelected(int row) const {
    return row >= 0 && row == table_.currentPosition();
}

bool AccessibleTable::selectRow(int row) {
    if (row < 0 || row >= rowCount()) {
        return false;
    }
    table_.choose(row);
    return true;
}

void AccessibleTable::modelChange(QAccessibleTableModelChangeEvent* /*event*/) {
    forget();
}

QAccessibleInterface* AccessibleTable::part(int row, int place) const {
    if (row < kHeads || row >= rowCount() || place < 0 || place >= columnCount()) {
        return nullptr;
    }
    const qint64 key = (qint64(row) << 16) | place;
    const auto known = made_.constFind(key);
    if (known != made_.cend()) {
        return QAccessible::accessibleInterface(*known);
    }
    auto* cell = new AccessibleCell(table_, row, place);
    made_.insert(key, QAccessible::registerAccessibleInterface(cell));
    return cell;
}

void AccessibleTable::forget() {
    for (const QAccessible::Id id : std::as_const(made_)) {
        QAccessible::deleteAccessibleInterface(id);
    }
    made_.clear();
}

} // namespace lanes
