#include "app/capture/sheet/PickTable.h"

#include <QHeaderView>
#include <QStyledItemDelegate>

#include <utility>

namespace lanes {
namespace {

class PickRows : public QStyledItemDelegate {
public:
    PickRows(PickTable::LookOf look, QObject* parent)
        : QStyledItemDelegate(parent)
        , look_(std::move(look)) {}

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        const PickTable::Look look = look_(index);
        option->palette.setColor(QPalette::Text, look.color);
        option->palette.setColor(QPalette::HighlightedText, look.color);
        option->font = look.font;
        option->textElideMode = look.elided;
        option->state.setFlag(QStyle::State_HasFocus, false); // the row is chosen, not a cell
        if (!look.icon.isNull()) {
            option->features |= QStyleOptionViewItem::HasDecoration;
            option->decorationSize = QSize(look.iconSize, look.iconSize);
            option->icon = look.icon;
        }
    }

private:
    PickTable::LookOf look_;
};

} // namespace

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

void PickTable::setRows(QAbstractItemModel* rows, LookOf look, int widest) {
    setModel(rows);
    setItemDelegate(new PickRows(std::move(look), this));
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setSectionResizeMode(widest, QHeaderView::Stretch);
}

void PickTable::setRowHeight(int height, int rows) {
    verticalHeader()->setMinimumSectionSize(height); // its own would be a little more
    verticalHeader()->setDefaultSectionSize(height);
    horizontalHeader()->setFixedHeight(height);
    setFixedHeight(height * (rows + 1) + 2);
}

} // namespace lanes
