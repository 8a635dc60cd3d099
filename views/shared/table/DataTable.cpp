#include "views/shared/table/DataTable.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/session/LetGo.h"
#include "views/shared/table/AccessibleTable.h"
#include "views/shared/table/CellPainter.h"

#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

constexpr int kRowHeight = 24;
constexpr int kHeadHeight = 28;
constexpr int kCompactHead = 24;

} // namespace

DataTable::DataTable(Appearance& appearance, QWidget* parent)
    : QAbstractScrollArea(parent)
    , appearance_(appearance)
    , header_(new TableHeader(appearance, this))
    , overlay_(new QScrollBar(Qt::Vertical, this)) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    overlay_->setFocusPolicy(Qt::NoFocus);
    QPalette clear = overlay_->palette();
    clear.setColor(QPalette::Window, Qt::transparent);
    overlay_->setPalette(clear);
    connect(overlay_, &QScrollBar::valueChanged, verticalScrollBar(), &QScrollBar::setValue);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, overlay_, &QScrollBar::setValue);
    connect(header_, &TableHeader::sortRequested, this, &DataTable::sortByClick);
    connect(header_, &TableHeader::scaleRequested, this, [this](int column) {
        bool& root = arrangement_.columns[static_cast<std::size_t>(column)].squareRoot;
        root = !root;
        relayout();
        Q_EMIT arrangementChanged();
    });
    connect(header_, &TableHeader::widthRequested, this, [this](int column, int width) {
        arrangement_.columns[static_cast<std::size_t>(column)].width = width;
        relayout();
        Q_EMIT arrangementChanged();
    });
    connect(header_, &TableHeader::menuRequested, this, &DataTable::popUpColumns);
    connect(&appearance_, &Appearance::changed, this, &DataTable::applyScale);
    QAccessible::installFactory(&AccessibleTable::make); // once, however often it is said
    applyScale();
}

void DataTable::applyScale() {
    setViewportMargins(0, headHeight(), 0, 0);
    relayout();
}

int DataTable::rowHeight() const {
    return appearance_.fonts().scaled(kRowHeight);
}

int DataTable::headHeight() const {
    return appearance_.fonts().scaled(compact_ ? kCompactHead : kHeadHeight);
}

void DataTable::setCompact(bool compact) {
    compact_ = compact;
    applyScale();
}

void DataTable::setFirstIndent(int px) {
    firstIndent_ = px;
    refreshHeader();
}

void DataTable::setColumns(std::vector<TableColumn> columns, int sorted) {
    columns_ = std::move(columns);
    arrangement_.columns.clear();
    arrangement_.columns.resize(columns_.size());
    if (model_) {
        held_.reset(); // it was of other columns
    }
    model_.reset();
    sorter_.cancel();
    order_.take({});
    by_ = {sorted, sorted >= 0 && columns_[static_cast<std::size_t>(sorted)].number};
    if (held_) {
        takeOrder(held_->by);
    }
    relayout();
}

TablePlace DataTable::place() const {
    if (held_) {
        return *held_;
    }
    return {sortWanted(), {horizontalScrollBar()->value(), verticalScrollBar()->value()}, order_.toggled()};
}

void DataTable::standAt(TablePlace place) {
    takeOrder(place.by);
    order_.setToggled(place.toggled);
    held_ = std::move(place);
    relayout();
}

// Of another table; it may have had other columns.
void DataTable::takeOrder(const TableSort& by) {
    if (by.column < static_cast<int>(columns_.size())) {
        by_ = {by.column, by.descending, {}};
    }
}

void DataTable::setArrangement(const TableArrangement& arrangement) {
    if (arrangement.columns.size() == columns_.size()) {
        arrangement_ = arrangement;
        relayout();
    }
}

TableSort DataTable::sortWanted() const {
    TableSort by = by_;
    if (model_ && current_ < model_->rows()) {
        by.current = model_->identity(current_);
    } else if (held_) {
        by.current = held_->by.current;
    }
    return by;
}

void DataTable::setModel(std::shared_ptr<const TableModel> model) {
    const TableSort wanted = sortWanted();
    std::shared_ptr<const TableModel> old = std::exchange(model_, std::move(model));
    hovered_ = -1;
    current_ = TableModel::kNone;
    sorter_.show(model_, wanted);
    if (old) {
        letGo(std::move(old)); // not by this thread, which may otherwise be the last to hold it
    }
}

void DataTable::takeRows(SortedRows sorted, bool last) {
    const std::uint32_t before = sorted.current;
    order_.take(std::move(sorted));
    relayout();
    AccessibleTable::sayChanged(*this);
    if (current_ != TableModel::kNone) {
        ensureVisible();
    } else if (last) {
        chooseAgain(before);
    }
}

// What was the current row before becomes it again, else the first.
void DataTable::chooseAgain(std::uint32_t before) {
    const std::uint32_t row = before == TableModel::kNone && order_.size() > 0 ? order_.rowAt(0) : before;
    setCurrent(row);
    if (row == TableModel::kNone) {
        Q_EMIT currentChanged(row);
    }
}

bool DataTable::isColumnShown(int column) const {
    return std::ranges::find(layout_.places, column, &TableLayout::Place::column) != layout_.places.end();
}

int DataTable::shownColumns() const {
    return static_cast<int>(layout_.places.size());
}

void DataTable::setColumnShown(int column, bool shown) {
    if (isColumnShown(column) == shown || (!shown && shownColumns() == 1)) {
        return;
    }
    arrangement_.columns[static_cast<std::size_t>(column)].shown = shown;
    relayout();
    AccessibleTable::sayChanged(*this);
    Q_EMIT arrangementChanged();
}

void DataTable::relayout() {
    const QScopedValueRollback laying(layingOut_, true);
    layout_ = layoutOf(columns_, arrangement_, viewport()->width(), appearance_.fonts().scale());
    header_->setGeometry(0, 0, viewport()->width(), headHeight());
    const int page = viewport()->height();
    verticalScrollBar()->setPageStep(page);
    verticalScrollBar()->setSingleStep(rowHeight());
    verticalScrollBar()->setRange(0, std::max(0, order_.size() * rowHeight() - page));
    const int extent = overlay_->sizeHint().width();
    overlay_->setGeometry(viewport()->width() - extent, headHeight(), extent, page);
    overlay_->setPageStep(page);
    overlay_->setSingleStep(rowHeight());
    overlay_->setRange(0, verticalScrollBar()->maximum());
    overlay_->setVisible(verticalScrollBar()->maximum() > 0);
    overlay_->raise();
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setSingleStep(rowHeight());
    horizontalScrollBar()->setRange(0, std::max(0, layout_.width - viewport()->width()));
    if (held_) {
        horizontalScrollBar()->setValue(held_->scrolled.x());
        verticalScrollBar()->setValue(held_->scrolled.y());
    }
    refreshHeader();
    viewport()->update();
}

void DataTable::refreshHeader() {
    header_->setContent({&columns_, &arrangement_, &layout_, by_.column, by_.descending,
                         horizontalScrollBar()->value(), firstIndent_});
}

void DataTable::resizeEvent(QResizeEvent*) {
    const int before = shownColumns();
    relayout();
    if (shownColumns() != before) {
        AccessibleTable::sayChanged(*this);
        Q_EMIT columnsFitted();
    }
}

void DataTable::scrollContentsBy(int, int) {
    if (!layingOut_) {
        held_.reset();
    }
    refreshHeader();
    viewport()->update();
}

bool DataTable::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::Leave) {
        hovered_ = -1;
        viewport()->update();
    }
    return QAbstractScrollArea::viewportEvent(event);
}

int DataTable::positionAt(int y) const {
    const int position = (y + verticalScrollBar()->value()) / rowHeight();
    return y >= 0 && position < order_.size() ? position : -1;
}

QRectF DataTable::rowBox(int position) const {
    return {0, qreal(position * rowHeight() - verticalScrollBar()->value()), qreal(viewport()->width()),
            qreal(rowHeight())};
}

QRect DataTable::currentBox() const {
    const int position = currentPosition();
    return position < 0 ? QRect() : rowBox(position).toRect().translated(viewport()->pos());
}

QColor DataTable::backgroundOf(int position) const {
    const Theme& theme = appearance_.theme();
    if (order_.rowAt(position) == current_) {
        return theme.selRow;
    }
    if (position == hovered_) {
        return theme.hover;
    }
    return position % 2 != 0 ? theme.rowAlt : theme.canvas;
}

// `at`: of the names in view.
void DataTable::paintRow(QPainter& painter, int position, std::size_t at) {
    const Theme& theme = appearance_.theme();
    const std::uint32_t row = order_.rowAt(position);
    const QRectF box = rowBox(position);
    const bool current = row == current_;
    painter.fillRect(box, backgroundOf(position));
    for (const TableLayout::Place& place : layout_.places) {
        QRectF cell(place.x - horizontalScrollBar()->value(), box.top(), place.width, box.height());
        const bool first = &place == &layout_.places.front();
        if (first && order_.isTree()) {
            const bool open = order_.hasChildren(row) && order_.isOpen(row);
            cell = paintBranch(painter, appearance_, cell, order_.depth(row), order_.hasChildren(row), open);
        }
        const auto column = static_cast<std::size_t>(place.column);
        const TableColumn& about = columns_[column];
        TableCell content = model_->cell(row, place.column, theme);
        content.tells = names_.tells(at, place.column);
        paintCell(painter, appearance_, cell, content,
                  {about.number, arrangement_.columns[column].squareRoot,
                   current && (first || place.column == by_.column)});
    }
    if (current) {
        fillSnapped(painter, {0, box.top(), 2, box.height()}, theme.accent);
        if (hasFocus()) {
            strokeRounded(painter, box, 0, theme.accent, 2);
        }
    }
}

void DataTable::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), appearance_.theme().canvas);
    const int first = verticalScrollBar()->value() / rowHeight();
    const int last =
        std::min((verticalScrollBar()->value() + viewport()->height()) / rowHeight(), order_.size() - 1);
    std::vector<std::uint32_t> rows;
    for (int position = first; position <= last; ++position) {
        rows.push_back(order_.rowAt(position));
    }
    if (rows.empty()) {
        return;
    }
    names_.look(*model_, columns_, layout_, rows, appearance_.theme());
    for (int position = first; position <= last; ++position) {
        paintRow(painter, position, static_cast<std::size_t>(position - first));
    }
}

void DataTable::makeCurrent(std::uint32_t row) {
    if (row != current_) {
        current_ = row;
        if (held_ && held_->by.current != model_->identity(row)) {
            held_.reset();
        }
        viewport()->update();
        AccessibleTable::sayCurrent(*this);
        Q_EMIT currentChanged(row);
    }
}

void DataTable::setCurrent(std::uint32_t row) {
    if (model_ && row < model_->rows()) {
        order_.bringIntoView(row);
        relayout();
        makeCurrent(row);
        ensureVisible();
    }
}

void DataTable::ensureVisible() {
    const int position = currentPosition();
    if (position < 0 || held_) {
        return;
    }
    const int top = position * rowHeight();
    QScrollBar* bar = verticalScrollBar();
    if (top < bar->value()) {
        bar->setValue(top);
    } else if (top + rowHeight() > bar->value() + viewport()->height()) {
        bar->setValue(top + rowHeight() - viewport()->height());
    }
}

void DataTable::choose(int position) {
    if (position >= 0 && position < order_.size()) {
        held_.reset();
        makeCurrent(order_.rowAt(position));
        ensureVisible();
        Q_EMIT currentChosen(current_);
    }
}

void DataTable::mousePressEvent(QMouseEvent* event) {
    const int position = positionAt(event->pos().y());
    if (position < 0 || event->button() != Qt::LeftButton) {
        return;
    }
    const std::uint32_t row = order_.rowAt(position);
    if (order_.hasChildren(row) && !layout_.places.empty()) {
        QRectF box = rowBox(position);
        box.setLeft(layout_.places.front().x - horizontalScrollBar()->value());
        if (chevronBox(appearance_, box, order_.depth(row)).contains(event->position())) {
            toggle(row, !order_.isOpen(row));
            return;
        }
    }
    choose(position);
}

void DataTable::mouseDoubleClickEvent(QMouseEvent* event) {
    if (positionAt(event->pos().y()) >= 0 && event->button() == Qt::LeftButton) {
        Q_EMIT activated(current_);
    }
}

void DataTable::mouseMoveEvent(QMouseEvent* event) {
    const int position = positionAt(event->pos().y());
    if (position != hovered_) {
        hovered_ = position;
        viewport()->update();
    }
}

void DataTable::focusInEvent(QFocusEvent*) {
    viewport()->update();
}

void DataTable::focusOutEvent(QFocusEvent*) {
    viewport()->update();
}

void DataTable::toggle(std::uint32_t row, bool open) {
    held_.reset();
    order_.setOpen(row, open);
    AccessibleTable::sayChanged(*this);
    if (order_.positionOf(current_) < 0) {
        makeCurrent(row);
    }
    relayout();
}

void DataTable::contextMenuEvent(QContextMenuEvent* event) {
    popUpColumns(event->reason() == QContextMenuEvent::Keyboard ? mapToGlobal(QPoint(0, headHeight()))
                                                                : event->globalPos());
}

void DataTable::popUpColumns(const QPoint& at) {
    QMenu* menu = columnMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(at);
}

QMenu* DataTable::columnMenu(QWidget* parent) {
    auto* menu = new QMenu(parent);
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        QAction* entry = menu->addAction(columns_[i].title);
        entry->setCheckable(true);
        entry->setChecked(isColumnShown(static_cast<int>(i)));
        entry->setToolTip(columns_[i].tip);
        connect(entry, &QAction::toggled, this,
                [this, i](bool shown) { setColumnShown(static_cast<int>(i), shown); });
    }
    return menu;
}

void DataTable::sortByClick(int column) {
    const bool turn = column == by_.column;
    sortBy(column, turn ? !by_.descending : columns_[static_cast<std::size_t>(column)].number);
}

void DataTable::sortBy(int column, bool descending) {
    by_ = {column, descending, {}};
    held_.reset();
    refreshHeader();
    sorter_.sort(model_, sortWanted());
}

} // namespace lanes
