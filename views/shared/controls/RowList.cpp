#include "views/shared/controls/RowList.h"

#include "views/shared/access/PaintedList.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"
#include "views/shared/panels/PanelParts.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

constexpr int kRow = 24;
constexpr int kBetween = 10; // name, and the two numbers

} // namespace

RowList::RowList(Appearance& appearance, const QString& name, QWidget* parent)
    : QAbstractScrollArea(parent)
    , appearance_(appearance)
    , parts_(new PaintedList(
          *this, {.count = [this] { return count_; },
                  .part = [this](int index) { return partOf(index); },
                  .under = [this](QPoint at) { return indexAt(viewport()->mapFrom(this, at).y()); },
                  .current = [this] { return current_; },
                  .choose =
                      [this](int index) {
                          setCurrent(index);
                          Q_EMIT chosen(index);
                      }})) {
    setAccessibleName(name);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::TabFocus); // a click leaves the keyboard with the view
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setAutoFillBackground(false);
    connect(&appearance_, &Appearance::changed, this, [this] {
        adjust();
        viewport()->update();
    });
}

int RowList::rowHeight() const {
    return appearance_.fonts().scaled(kRow);
}

void RowList::setRows(int count, RowAt rowAt) {
    count_ = count;
    rowAt_ = std::move(rowAt);
    current_ = -1;
    hovered_ = -1;
    verticalScrollBar()->setValue(0);
    adjust();
    viewport()->update();
    parts_->sayChanged();
}

void RowList::setFitted(int most) {
    fitted_ = most;
    adjust();
}

void RowList::adjust() {
    if (fitted_ > 0) {
        setFixedHeight(std::min(count_, fitted_) * rowHeight());
    }
    verticalScrollBar()->setSingleStep(rowHeight());
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setRange(0, std::max(0, count_ * rowHeight() - viewport()->height()));
}

void RowList::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    adjust();
}

void RowList::setCurrent(int index) {
    if (index == current_) {
        return;
    }
    current_ = index < count_ ? index : -1;
    if (current_ >= 0) {
        const int top = current_ * rowHeight();
        QScrollBar* bar = verticalScrollBar();
        if (top < bar->value() || top + rowHeight() > bar->value() + viewport()->height()) {
            bar->setValue(top - viewport()->height() / 3);
        }
    }
    viewport()->update();
    parts_->sayCurrent();
}

PaintedPart RowList::partOf(int index) const {
    const Row row = rowAt_(index);
    QStringList numbers{row.first, row.second};
    numbers.removeAll(QString());
    const QRect box(0, index * rowHeight() - verticalScrollBar()->value(), viewport()->width(), rowHeight());
    return {.name = row.text,
            .description = numbers.join(QStringLiteral(", ")),
            .box = box.intersected(viewport()->rect()).translated(viewport()->pos()),
            .current = index == current_};
}

int RowList::indexAt(int y) const {
    const int index = (y + verticalScrollBar()->value()) / rowHeight();
    return y >= 0 && index < count_ ? index : -1;
}

void RowList::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    const int height = rowHeight();
    const int top = verticalScrollBar()->value();
    const int first = top / height;
    const int last = std::min(count_, (top + viewport()->height()) / height + 1);
    std::vector<Row> rows;
    for (int i = first; i < last; ++i) {
        rows.push_back(rowAt_(i));
    }
    const Columns columns = columnsOf(rows);
    for (int i = first; i < last; ++i) {
        const auto at = static_cast<std::size_t>(i - first);
        paintRow(painter, i, rows[at], QRectF(0, i * height - top, viewport()->width(), height), columns,
                 columns.tells[at]);
    }
    if (hasFocus() && current_ < 0) {
        strokeRounded(painter, viewport()->rect(), 0, appearance_.theme().accent, 2);
    }
}

// Numbers stand in columns as wide as those in view; names have the rest, and keep what tells them apart.
RowList::Columns RowList::columnsOf(const std::vector<Row>& rows) const {
    const Fonts& fonts = appearance_.fonts();
    Columns columns;
    QStringList names;
    for (const Row& row : rows) {
        columns.first = std::max(columns.first, textWidth(row.first, fonts.sans()));
        columns.second = std::max(columns.second, textWidth(row.second, fonts.sans(Fonts::kBody, 500)));
        names << row.text;
    }
    const qreal between = fonts.scaled(kBetween);
    columns.second += between;
    columns.first += columns.first > 0 ? between : 0;
    columns.tells = partsThatTell(names);
    return columns;
}

void RowList::paintRow(QPainter& painter, int index, const Row& row, const QRectF& box,
                       const Columns& columns, TellingPart tells) const {
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    const auto px = [&fonts](int at100) { return qreal(fonts.scaled(at100)); };
    if (index == current_) {
        fillSnapped(painter, box, theme.selRow);
        fillSnapped(painter, {0, box.top(), px(2), box.height()}, theme.accent);
        if (hasFocus()) {
            strokeRounded(painter, box, 0, theme.accent, 2);
        }
    } else if (index == hovered_) {
        fillSnapped(painter, box, theme.hover);
    }
    const qreal dot = px(8);
    fillRounded(painter, {px(kPanelPadding), box.top() + (box.height() - dot) / 2, dot, dot}, 2, row.dot);
    const QRectF line = box.adjusted(px(kPanelPadding) + px(16), 0, -px(kPanelPadding), 0);
    const QRectF name = line.adjusted(0, 0, -columns.first - columns.second, 0);
    drawTextLine(painter, name, elidedKeeping(row.text, tells, QFontMetricsF(fonts.sans()), name.width()),
                 fonts.sans(), theme.text, Qt::AlignLeft, Qt::ElideNone);
    drawTextLine(painter, line.adjusted(0, 0, -columns.second, 0), row.first, fonts.sans(), theme.text2,
                 Qt::AlignRight);
    drawTextLine(painter, line, row.second, fonts.sans(Fonts::kBody, 500), theme.text, Qt::AlignRight);
}

void RowList::mousePressEvent(QMouseEvent* event) {
    const int index = indexAt(event->pos().y());
    if (event->button() == Qt::LeftButton && index >= 0) {
        setCurrent(index);
        Q_EMIT chosen(index);
        Q_EMIT clicked();
    }
}

void RowList::mouseMoveEvent(QMouseEvent* event) {
    const int index = indexAt(event->pos().y());
    if (std::exchange(hovered_, index) != index) {
        viewport()->update();
    }
}

bool RowList::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int index = indexAt(help->pos().y());
        if (index >= 0) {
            const Row row = rowAt_(index);
            QToolTip::showText(help->globalPos(), row.tip.isEmpty() ? row.text : row.tip, this);
        }
        return true;
    }
    if (event->type() == QEvent::Leave && std::exchange(hovered_, -1) >= 0) {
        viewport()->update();
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void RowList::keyPressEvent(QKeyEvent* event) {
    const int page = std::max(1, viewport()->height() / rowHeight() - 1);
    int to = current_;
    switch (event->key()) {
    case Qt::Key_Up:
        to = std::max(0, current_ - 1);
        break;
    case Qt::Key_Down:
        to = current_ + 1;
        break;
    case Qt::Key_PageUp:
        to = std::max(0, current_ - page);
        break;
    case Qt::Key_PageDown:
        to = current_ + page;
        break;
    case Qt::Key_Home:
        to = 0;
        break;
    case Qt::Key_End:
        to = count_ - 1;
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        break;
    default:
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    to = std::min(to, count_ - 1);
    if (to >= 0) {
        setCurrent(to);
        Q_EMIT chosen(to);
    }
}

} // namespace lanes
