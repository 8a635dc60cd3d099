#include "app/window/page/DocumentTabs.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"
#include "views/shared/text/TellApart.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

constexpr int kTabHeight = 32;
constexpr int kWidest = 240;
constexpr int kNarrowest = 96;
constexpr int kAround = 56; // around the text: 14 before it, the close button behind
constexpr int kDot = 12;

} // namespace

DocumentTabs::DocumentTabs(Appearance& appearance, QWidget* parent)
    : QTabBar(parent)
    , appearance_(appearance) {
    setExpanding(false);
    setDrawBase(false);
    setMovable(true);
    setUsesScrollButtons(true);
    setElideMode(Qt::ElideMiddle);
    setMouseTracking(true);
    setFocusPolicy(Qt::TabFocus);
    setAccessibleName(tr("Open sessions"));
    connect(&appearance_, &Appearance::changed, this, [this] {
        updateGeometry();
        update();
    });
}

DocumentTabs::Mark DocumentTabs::markOf(int index) const {
    return static_cast<Mark>(tabData(index).toInt());
}

void DocumentTabs::setMark(int index, Mark mark) {
    if (markOf(index) != mark) {
        setTabData(index, static_cast<int>(mark));
        update();
    }
}

void DocumentTabs::setRecording(int index, bool recording) {
    if (isRecording(index) != recording) {
        setMark(index, recording ? Mark::Recording : Mark::None);
    }
}

bool DocumentTabs::isRecording(int index) const {
    return markOf(index) != Mark::None;
}

void DocumentTabs::setPaused(int index, bool paused) {
    if (isRecording(index)) {
        setMark(index, paused ? Mark::Paused : Mark::Recording);
    }
}

bool DocumentTabs::isPaused(int index) const {
    return markOf(index) == Mark::Paused;
}

void DocumentTabs::setCurrentShown(bool shown) {
    if (std::exchange(currentShown_, shown) != shown) {
        update();
    }
}

QSize DocumentTabs::tabSizeHint(int index) const {
    const Fonts& fonts = appearance_.fonts();
    const int text = static_cast<int>(textWidth(tabText(index), fonts.sans(Fonts::kBody, 500))) + 1;
    const int around = fonts.scaled(kAround + (isRecording(index) ? kDot : 0));
    return {std::min(fonts.scaled(kWidest), text + around), fonts.scaled(kTabHeight)};
}

QSize DocumentTabs::minimumTabSizeHint(int index) const {
    const QSize hint = tabSizeHint(index);
    return {std::min(hint.width(), appearance_.fonts().scaled(kNarrowest)), hint.height()};
}

QRect DocumentTabs::closeRect(int index) const {
    const QRect tab = tabRect(index);
    const int size = appearance_.fonts().scaled(20);
    return {tab.right() - appearance_.fonts().scaled(28), tab.top() + (tab.height() - size) / 2, size, size};
}

QRectF DocumentTabs::nameRect(int index) const {
    const Fonts& fonts = appearance_.fonts();
    const QRectF tab = tabRect(index);
    return tab.adjusted(fonts.scaled(14) + (isRecording(index) ? fonts.scaled(kDot) : 0), 0,
                        -fonts.scaled(28), 0);
}

QString DocumentTabs::shownName(int index) const {
    QStringList names;
    for (int i = 0; i < count(); ++i) {
        names << tabText(i);
    }
    const QFontMetricsF metrics(appearance_.fonts().sans(Fonts::kBody, 500));
    return elidedKeeping(names[index], partsThatTell(names)[static_cast<std::size_t>(index)], metrics,
                         nameRect(index).width());
}

void DocumentTabs::paintTab(QPainter& painter, int index) const {
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    const QRectF tab = tabRect(index);
    const bool current = currentShown_ && index == currentIndex();
    const bool over = index == hovered_;
    if (current) {
        fillSnapped(painter, tab, theme.panel);
        fillSnapped(painter, {tab.left(), tab.top(), tab.width(), 2}, theme.accent);
    } else if (over) {
        fillSnapped(painter, tab, theme.hover);
    } else {
        verticalLine(painter, tab.right() - 1, tab.top() + fonts.scaled(8), fonts.scaled(16), theme.line2);
    }
    if (isRecording(index)) {
        const qreal size = fonts.scaled(8);
        const QRectF dot(tab.left() + fonts.scaled(12), tab.center().y() - size / 2, size, size);
        if (isPaused(index)) {
            strokeRounded(painter, dot, size / 2, theme.warn, 2);
        } else {
            fillRounded(painter, dot, size / 2, theme.bad);
        }
    }
    drawTextLine(painter, nameRect(index), shownName(index), fonts.sans(Fonts::kBody, current ? 500 : 400),
                 current ? theme.text : theme.text2, Qt::AlignLeft, Qt::ElideMiddle);
    if (current || over) {
        const QRectF close = closeRect(index);
        const int size = fonts.scaled(12);
        appearance_.icons().paint(painter, close.center() - QPointF(size / 2.0, size / 2.0),
                                  QStringLiteral("close"), size, theme.text3);
    }
    if (current && hasFocus()) {
        strokeRounded(painter, tab.adjusted(2, 4, -2, -2), 4, theme.accent, 2);
    }
}

void DocumentTabs::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    for (int i = 0; i < count(); ++i) {
        paintTab(painter, i);
    }
}

void DocumentTabs::mousePressEvent(QMouseEvent* event) {
    const int index = tabAt(event->pos());
    pressedClose_ = -1;
    if (index >= 0 && event->button() == Qt::MiddleButton) {
        Q_EMIT tabCloseRequested(index);
        return;
    }
    if (index >= 0 && event->button() == Qt::LeftButton && closeRect(index).contains(event->pos())) {
        pressedClose_ = index;
        return;
    }
    QTabBar::mousePressEvent(event);
}

void DocumentTabs::mouseReleaseEvent(QMouseEvent* event) {
    const int pressed = std::exchange(pressedClose_, -1);
    if (pressed >= 0) {
        if (closeRect(pressed).contains(event->pos())) {
            Q_EMIT tabCloseRequested(pressed);
        }
        return;
    }
    QTabBar::mouseReleaseEvent(event);
}

void DocumentTabs::mouseMoveEvent(QMouseEvent* event) {
    const int index = tabAt(event->pos());
    if (std::exchange(hovered_, index) != index) {
        setToolTip(index >= 0 ? tabToolTip(index) : QString());
        update();
    }
    QTabBar::mouseMoveEvent(event);
}

void DocumentTabs::leaveEvent(QEvent* event) {
    hovered_ = -1;
    update();
    QTabBar::leaveEvent(event);
}

} // namespace lanes
