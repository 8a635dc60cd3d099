#include "app/window/start/SessionGrid.h"

#include "app/sessions/SessionsModel.h"
#include "app/window/start/SessionCards.h"
#include "views/shared/look/Appearance.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QScrollBar>
#include <QSortFilterProxyModel>

#include <algorithm>

namespace lanes {
namespace {

// Every word must be found somewhere.
class WordFilter : public QSortFilterProxyModel {
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    void setText(const QString& text) {
        words_ = text.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
        invalidateFilter();
    }

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override {
        const QString text = sourceModel()->index(row, 0, parent).data(SessionsModel::kSearchRole).toString();
        return std::ranges::all_of(
            words_, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
    }

private:
    QStringList words_;
};

} // namespace

SessionGrid::SessionGrid(Appearance& appearance, SessionsModel& model, QWidget* parent)
    : QListView(parent)
    , model_(model)
    , filter_(new WordFilter(this))
    , cards_(new SessionCards(appearance, this)) {
    filter_->setSourceModel(&model);
    setModel(filter_);
    setItemDelegate(cards_);
    setViewMode(IconMode);
    setMovement(Static);
    setResizeMode(Adjust);
    setUniformItemSizes(true);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers); // the window's command begins it
    setFrameShape(NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMouseTracking(true);
    viewport()->setAutoFillBackground(false);
    setAccessibleName(tr("Sessions"));
    connect(filter_, &QAbstractItemModel::modelAboutToBeReset, this, &SessionGrid::keepChosen);
    connect(filter_, &QAbstractItemModel::modelReset, this, [this] {
        fit();
        choose(before_);
    });
    connect(filter_, &QAbstractItemModel::rowsInserted, this, &SessionGrid::fit);
    connect(filter_, &QAbstractItemModel::rowsRemoved, this, &SessionGrid::fit);
    connect(filter_, &QAbstractItemModel::dataChanged, this, &SessionGrid::chosenChanged);
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &SessionGrid::chosenChanged);
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& current) {
        if (current.isValid()) {
            Q_EMIT currentMoved(visualRect(current));
        }
    });
    connect(&appearance, &Appearance::changed, this, [this] { fit(); });
}

void SessionGrid::setFilter(const QString& text) {
    static_cast<WordFilter*>(filter_)->setText(text);
}

int SessionGrid::shownCount() const {
    return filter_->rowCount();
}

void SessionGrid::setColumns(int columns, int width) {
    columns_ = columns;
    const int cell = (width + cards_->gap()) / columns;
    cards_->setCellWidth(cell);
    setGridSize({cell, cards_->cellHeight()});
    // the gap behind the last column lies outside, and the list breaks its lines before the last pixel
    setViewportMargins(0, 0, width - cell * columns - 1, 0);
    setFixedWidth(width);
    fit();
}

void SessionGrid::fit() {
    const int rows = (shownCount() + columns_ - 1) / columns_;
    setFixedHeight(rows * cards_->cellHeight());
    setVisible(rows > 0);
}

QList<SessionEntry> SessionGrid::chosen() const {
    QModelIndexList selected = selectionModel()->selectedIndexes();
    std::sort(selected.begin(), selected.end());
    QList<SessionEntry> entries;
    for (const QModelIndex& index : selected) {
        entries << entryAt(index);
    }
    return entries;
}

const SessionEntry& SessionGrid::entryAt(const QModelIndex& index) const {
    return model_.entry(filter_->mapToSource(index).row());
}

void SessionGrid::keepChosen() {
    before_.clear();
    for (const SessionEntry& entry : chosen()) {
        before_ << entry.path;
    }
    currentBefore_ = currentIndex().isValid() ? entryAt(currentIndex()).path : QString();
}

void SessionGrid::choose(const QStringList& paths) {
    QItemSelection selection;
    const auto shown = [this](const QString& path) {
        const int row = model_.rowOf(path);
        return row < 0 ? QModelIndex() : filter_->mapFromSource(model_.index(row));
    };
    for (const QString& path : paths) {
        if (const QModelIndex index = shown(path); index.isValid()) {
            selection.select(index, index);
        }
    }
    const QString current =
        paths.contains(currentBefore_) || paths.isEmpty() ? currentBefore_ : paths.front();
    if (const QModelIndex index = shown(current); index.isValid()) {
        selectionModel()->setCurrentIndex(index, QItemSelectionModel::NoUpdate);
    }
    selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
}

void SessionGrid::renameCurrent() {
    const QModelIndexList one = selectionModel()->selectedIndexes();
    if (one.size() != 1) {
        return;
    }
    edit(one.front());
    if (auto* name = qobject_cast<QLineEdit*>(indexWidget(one.front()))) {
        const qsizetype ending = name->text().indexOf(QLatin1Char('.'), 1);
        name->setSelection(0, static_cast<int>(ending < 0 ? name->text().size() : ending));
    }
}

void SessionGrid::keyPressEvent(QKeyEvent* event) {
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && state() != EditingState) {
        QList<SessionEntry> entries = chosen();
        if (entries.isEmpty() && currentIndex().isValid()) {
            entries << entryAt(currentIndex());
        }
        if (!entries.isEmpty()) {
            Q_EMIT openRequested(entries);
        }
        return;
    }
    QListView::keyPressEvent(event);
}

void SessionGrid::mousePressEvent(QMouseEvent* event) {
    pressed_ = event->button() == Qt::LeftButton ? indexAt(event->pos()) : QModelIndex();
    QListView::mousePressEvent(event);
}

void SessionGrid::mouseReleaseEvent(QMouseEvent* event) {
    const QModelIndex index = indexAt(event->pos());
    const bool clicked = pressed_.isValid() && pressed_ == index && event->button() == Qt::LeftButton &&
                         event->modifiers() == Qt::NoModifier;
    QListView::mouseReleaseEvent(event);
    if (!clicked) {
        return;
    }
    if (cards_->menuRect(visualRect(index)).contains(event->pos())) {
        showMenu(viewport()->mapToGlobal(event->pos()));
        return;
    }
    const SessionEntry entry = entryAt(index);
    if (!entry.gone) {
        clearSelection(); // who comes back has chosen nothing that Delete could mean
    }
    Q_EMIT openRequested({entry});
}

void SessionGrid::contextMenuEvent(QContextMenuEvent* event) {
    const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
    const QModelIndex index = byMouse ? indexAt(event->pos()) : currentIndex();
    if (!index.isValid()) {
        return;
    }
    if (!selectionModel()->isSelected(index)) {
        setCurrentIndex(index);
    }
    showMenu(byMouse ? event->globalPos() : viewport()->mapToGlobal(visualRect(index).center()));
}

void SessionGrid::showMenu(const QPoint& at) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (QAction* action : cardActions_) {
        if (action->isSeparator()) {
            menu->addSeparator();
        } else if (action->isEnabled()) {
            menu->addAction(action);
        }
    }
    menu->popup(at);
}

void SessionGrid::focusInEvent(QFocusEvent* event) {
    QListView::focusInEvent(event);
    if (!currentIndex().isValid() && shownCount() > 0 && event->reason() != Qt::MouseFocusReason) {
        selectionModel()->setCurrentIndex(filter_->index(0, 0), QItemSelectionModel::NoUpdate);
    }
}

void SessionGrid::wheelEvent(QWheelEvent* event) {
    event->ignore(); // the page scrolls
}

} // namespace lanes
