#include "views/shared/table/DataTable.h"

#include "views/shared/controls/FloatingScrollBar.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/session/LetGo.h"
#include "views/shared/table/AccessibleTable.h"
#include "views/shared/table/CellPainter.h"
#include "views/shared/table/TableColumns.h"
#include "views/shared/table/TableCsv.h"
#include "views/shared/table/TableOrder.h"
#include "views/shared/table/TableRowPainter.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QString>
#include <QStringList>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace lanes {

namespace {

QString shownText(const TableCell& cell) {
    return cell.note.isEmpty() ? cell.text : cell.text + QLatin1Char(' ') + cell.note;
}

// As on the screen; what is only drawn there (a sign, a bar about zero) as it is exported.
QString cellText(const TableModel& model, std::uint32_t row, int column, const Theme& theme) {
    const QString text = shownText(model.cell(row, column, theme));
    return text.isEmpty() ? model.exact(row, column) : text;
}

// The head and these rows of the model, a line each, with tabs between the columns that are shown.
QString rowsText(const TableColumns& columns, const TableModel& model, const std::vector<std::uint32_t>& rows,
                 const Theme& theme) {
    QStringList lines;
    QStringList heads;
    for (const TableLayout::Place& place : columns.layout().places) {
        heads << columns[place.column].title;
    }
    lines << heads.join(QLatin1Char('\t'));
    for (const std::uint32_t row : rows) {
        QStringList cells;
        for (const TableLayout::Place& place : columns.layout().places) {
            cells << shownText(model.cell(row, place.column, theme));
        }
        lines << cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n'));
}

// All columns, and the rows in their order.
TableCsv csvOf(const TableColumns& columns, std::shared_ptr<const TableModel> model,
               const TableOrder& order) {
    std::vector<std::uint32_t> rows(static_cast<std::size_t>(order.size()));
    for (int position = 0; position < order.size(); ++position) {
        rows[static_cast<std::size_t>(position)] = order.rowAt(position);
    }
    QStringList keys;
    for (const TableColumn& column : columns.all()) {
        keys << column.key;
    }
    return {std::move(keys), std::move(model), std::move(rows)};
}

constexpr int kRowHeight = 24;
constexpr int kHeadHeight = 28;
constexpr int kCompactHead = 24;

} // namespace

DataTable::DataTable(Appearance& appearance, QWidget* parent)
    : QAbstractScrollArea(parent)
    , appearance_(appearance)
    , header_(new TableHeader(appearance, this))
    , overlay_(new FloatingScrollBar(this)) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    connect(overlay_, &QScrollBar::valueChanged, verticalScrollBar(), &QScrollBar::setValue);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, overlay_, &QScrollBar::setValue);
    connect(header_, &TableHeader::sortRequested, this, &DataTable::sortByClick);
    connect(header_, &TableHeader::scaleRequested, this, [this](int column) {
        columns_.switchScale(column);
        relayout();
        Q_EMIT arrangementChanged();
    });
    connect(header_, &TableHeader::widthRequested, this, [this](int column, int width) {
        columns_.setWidth(column, width);
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
    columns_.set(std::move(columns));
    model_.reset();
    sorter_.cancel();
    order_.take({});
    by_ = {sorted, sorted >= 0 && columns_[sorted].number};
    relayout();
}

void DataTable::setArrangement(const TableArrangement& arrangement) {
    if (columns_.arrange(arrangement)) {
        relayout();
    }
}

TableSort DataTable::sortWanted() const {
    TableSort by = by_;
    if (model_ && current_ < model_->rows()) {
        by.current = model_->identity(current_);
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

void DataTable::setColumnShown(int column, bool shown) {
    if (columns_.setShown(column, shown)) {
        relayout();
        AccessibleTable::sayChanged(*this);
        Q_EMIT arrangementChanged();
    }
}

void DataTable::relayout() {
    columns_.layOut(viewport()->width(), appearance_.fonts().scale());
    header_->setGeometry(0, 0, viewport()->width(), headHeight());
    const int page = viewport()->height();
    verticalScrollBar()->setPageStep(page);
    verticalScrollBar()->setSingleStep(rowHeight());
    verticalScrollBar()->setRange(0, std::max(0, order_.size() * rowHeight() - page));
    overlay_->follow({0, headHeight(), viewport()->width(), page},
                     {verticalScrollBar()->maximum(), page, rowHeight(), verticalScrollBar()->value()});
    overlay_->raise();
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setSingleStep(rowHeight());
    horizontalScrollBar()->setRange(0, std::max(0, columns_.layout().width - viewport()->width()));
    refreshHeader();
    viewport()->update();
}

void DataTable::refreshHeader() {
    header_->setContent({&columns_.all(), &columns_.arrangement(), &columns_.layout(), by_.column,
                         by_.descending, horizontalScrollBar()->value(), firstIndent_});
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
    names_.look(*model_, columns_.all(), columns_.layout(), rows, appearance_.theme());
    const TableRowPainter rowPainter{
        appearance_, columns_, order_, *model_, names_, by_.column, horizontalScrollBar()->value()};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const int position = first + static_cast<int>(i);
        rowPainter.paint(
            painter, {position, i, rowBox(position), rows[i] == current_, position == hovered_, hasFocus()});
    }
}

void DataTable::makeCurrent(std::uint32_t row) {
    if (row != current_) {
        current_ = row;
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
    if (position < 0) {
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
    if (isOnChevron(position, event->position())) {
        const std::uint32_t row = order_.rowAt(position);
        toggle(row, !order_.isOpen(row));
    } else {
        choose(position);
    }
}

bool DataTable::isOnChevron(int position, const QPointF& at) const {
    const std::uint32_t row = order_.rowAt(position);
    if (!order_.hasChildren(row) || columns_.shownCount() == 0) {
        return false;
    }
    QRectF box = rowBox(position);
    box.setLeft(columns_.place(0).x - horizontalScrollBar()->value());
    return chevronBox(appearance_, box, order_.depth(row)).contains(at);
}

void DataTable::mouseDoubleClickEvent(QMouseEvent* event) {
    const int position = positionAt(event->pos().y());
    if (position < 0 || event->button() != Qt::LeftButton) {
        return;
    }
    if (isOnChevron(position, event->position())) {
        mousePressEvent(event); // the second of two quick clicks, of which Qt makes a double click
    } else {
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
    for (int i = 0; i < static_cast<int>(columns_.all().size()); ++i) {
        QAction* entry = menu->addAction(columns_[i].title);
        entry->setCheckable(true);
        entry->setChecked(isColumnShown(i));
        entry->setToolTip(columns_[i].tip);
        connect(entry, &QAction::toggled, this, [this, i](bool shown) { setColumnShown(i, shown); });
    }
    return menu;
}

void DataTable::sortByClick(int column) {
    const bool turn = column == by_.column;
    sortBy(column, turn ? !by_.descending : columns_[column].number);
}

void DataTable::sortBy(int column, bool descending) {
    by_ = {column, descending, {}};
    refreshHeader();
    sorter_.sort(model_, sortWanted());
}

void DataTable::keyPressEvent(QKeyEvent* event) {
    const int page = std::max(1, viewport()->height() / rowHeight() - 1);
    const TableKeys keys{columns_, order_, model_.get(), current_, page, by_.column};
    const TableMove asked = keys.moveOf(*event);
    if (asked.kind == TableMove::Kind::None) {
        event->ignore();
    }
    obey(asked);
}

void DataTable::obey(const TableMove& move) {
    switch (move.kind) {
    case TableMove::Kind::None:
    case TableMove::Kind::Stay:
        break;
    case TableMove::Kind::Copy:
        QGuiApplication::clipboard()->setText(asText({current_}));
        break;
    case TableMove::Kind::Activate:
        Q_EMIT activated(current_);
        break;
    case TableMove::Kind::Choose:
        choose(move.to);
        break;
    case TableMove::Kind::Open:
    case TableMove::Kind::Close:
        toggle(current_, move.kind == TableMove::Kind::Open);
        break;
    case TableMove::Kind::Scroll:
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() +
                                        move.to * horizontalScrollBar()->singleStep());
        break;
    case TableMove::Kind::Sort:
        sortByClick(move.to);
        break;
    case TableMove::Kind::TurnOrder:
        sortBy(by_.column, !by_.descending);
        break;
    }
}

QString DataTable::cellText(int position, int place) const {
    return lanes::cellText(*model_, order_.rowAt(position), columnAt(place), appearance_.theme());
}

QRect DataTable::cellBox(int position, int place) const {
    const TableLayout::Place& at = columns_.place(place);
    const int x = at.x - horizontalScrollBar()->value();
    if (position < 0) {
        return QRect(x, 0, at.width, headHeight()) & rect();
    }
    const QRect row = rowBox(position).toRect();
    return QRect(x, row.top(), at.width, row.height()).translated(viewport()->pos()) & viewport()->geometry();
}

int DataTable::positionUnder(const QPoint& at) const {
    return positionAt(at.y() - viewport()->y());
}

std::optional<bool> DataTable::isOpen(int position) const {
    const std::uint32_t row = order_.rowAt(position);
    return order_.hasChildren(row) ? std::optional(order_.isOpen(row)) : std::nullopt;
}

QString DataTable::asText(const std::vector<std::uint32_t>& rows) const {
    return rowsText(columns_, *model_, rows, appearance_.theme());
}

TableCsv DataTable::csv() const {
    return csvOf(columns_, model_, order_);
}

} // namespace lanes
