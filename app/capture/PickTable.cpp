#include "app/capture/PickTable.h"

#include <QHeaderView>

namespace lanes {

PickTable::PickTable(const QString& name, QWidget* parent)
    : QTableView(parent) {
    setAccessibleName(name);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    verticalHeader()->hide();
    horizontalHeader()->setSectionsClickable(false);
    horizontalHeader()->setHighlightSections(false);
}

void PickTable::setRows(QAbstractItemModel* rows, QAbstractItemDelegate* painter, int widest) {
    setModel(rows);
    setItemDelegate(painter);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setSectionResizeMode(widest, QHeaderView::Stretch);
}

void PickTable::setRowHeight(int height, int rows) {
    verticalHeader()->setDefaultSectionSize(height);
    horizontalHeader()->setFixedHeight(height);
    setFixedHeight(height * (rows + 1) + 2);
}

} // namespace lanes
