#include "views/shared/controls/PanelColumns.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

constexpr int kHeadHeight = 76;
constexpr int kLabels = 18; // below the columns
constexpr int kValues = 16; // above them
constexpr int kWidest = 48;

} // namespace

PanelColumns::PanelColumns(Appearance& appearance, Content content, QWidget* parent)
    : PanelRow(appearance, kHeadHeight, parent)
    , content_(std::move(content))
    , most_(content_.line) {
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    for (const Column& column : content_.columns) {
        most_ = std::max(most_, column.value);
    }
    setAccessibleName(content_.first + QStringLiteral(" \u2013 ") + content_.last);
}

void PanelColumns::setCurrent(std::size_t column) {
    current_ = column;
    update();
}

qreal PanelColumns::pitch() const {
    return std::min<qreal>(inner().width() / double(content_.columns.size()), px(kWidest));
}

QRectF PanelColumns::boxOf(std::size_t column) const {
    const qreal room = height() - px(kLabels) - (texts_ ? px(kValues) : px(4));
    const double share = most_ > 0 ? content_.columns[column].value / most_ : 0;
    const qreal high = std::max(1., room * share);
    return {inner().left() + double(column) * pitch(), height() - px(kLabels) - high,
            std::max(1., pitch() - (pitch() > 6 ? 3 : 1)), high};
}

std::size_t PanelColumns::columnAt(qreal x) const {
    for (std::size_t i = 0; i < content_.columns.size(); ++i) {
        const QRectF box = boxOf(i);
        if (x < box.right() + 2) {
            return i;
        }
    }
    return content_.columns.size();
}

void PanelColumns::resizeEvent(QResizeEvent*) {
    const QFont font = look().fonts().sans(Fonts::kAxis, 500);
    texts_ = std::ranges::all_of(
        content_.columns, [&](const Column& column) { return textWidth(column.text, font) + 4 <= pitch(); });
}

void PanelColumns::paintEvent(QPaintEvent*) {
    if (content_.columns.empty()) {
        return;
    }
    QPainter painter(this);
    const Theme& theme = look().theme();
    const qreal base = height() - px(kLabels);
    const qreal room = base - (texts_ ? px(kValues) : px(4));
    for (std::size_t i = 0; i < content_.columns.size(); ++i) {
        const QRectF box = boxOf(i);
        fillSnapped(painter, box, content_.columns[i].color);
        if (current_ == i) {
            strokeRounded(painter, box.adjusted(-1, -1, 1, 0), 0, theme.select, 2);
        }
        if (texts_) {
            drawTextLine(painter,
                         {box.left() - 2, box.top() - px(kValues), box.width() + 4, qreal(px(kValues))},
                         content_.columns[i].text, look().fonts().sans(Fonts::kAxis, 500), theme.text2,
                         Qt::AlignHCenter, Qt::ElideNone);
        }
    }
    const qreal right = boxOf(content_.columns.size() - 1).right();
    if (content_.line >= 0 && most_ > 0) {
        horizontalLine(painter, inner().left(), base - room * content_.line / most_, right - inner().left(),
                       theme.text);
    }
    const QRectF labels(inner().left(), base + px(2), std::max<qreal>(right - inner().left(), px(120)),
                        px(16));
    const QFont font = look().fonts().sans(Fonts::kSmall);
    drawTextLine(painter, labels, content_.first, font, theme.text3);
    if (content_.columns.size() > 1) {
        drawTextLine(painter, labels, content_.last, font, theme.text3, Qt::AlignRight);
    }
    if (hasFocus()) {
        strokeRounded(painter, rect().adjusted(4, 0, -4, 0), 3, theme.accent, 2);
    }
}

void PanelColumns::choose(std::size_t column) {
    if (column < content_.columns.size()) {
        setCurrent(column);
        Q_EMIT chosen(column);
    }
}

void PanelColumns::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        choose(columnAt(event->position().x()));
    }
}

void PanelColumns::keyPressEvent(QKeyEvent* event) {
    const bool right = event->key() == Qt::Key_Right;
    if (!right && event->key() != Qt::Key_Left) {
        PanelRow::keyPressEvent(event);
        return;
    }
    const std::size_t now = current_.value_or(0);
    choose(!current_ ? 0
           : right   ? std::min(now + 1, content_.columns.size() - 1)
                     : now - std::min<std::size_t>(now, 1));
}

bool PanelColumns::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        const std::size_t column = columnAt(help->pos().x());
        QToolTip::showText(help->globalPos(),
                           column < content_.columns.size() ? content_.columns[column].text : QString(),
                           this);
        return true;
    }
    return PanelRow::event(event);
}

} // namespace lanes
