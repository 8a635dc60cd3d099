#include "app/window/Overlay.h"

#include "views/shared/Appearance.h"
#include "views/shared/Shapes.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace lanes {
namespace {

constexpr double kDarkVeil = .55;
constexpr double kLightVeil = .28;
constexpr double kTopShare = .42; // a card hangs a little above the middle
constexpr double kRadius = 10;
constexpr int kMargin = 24;

} // namespace

Overlay::Overlay(Appearance& appearance, QWidget* content, Veil veil, QWidget* window)
    : QWidget(window)
    , appearance_(appearance)
    , content_(content)
    , veil_(veil) {
    content_->setParent(this);
    setFocusPolicy(Qt::StrongFocus);
    window->installEventFilter(this);
    hide();
}

void Overlay::open() {
    focusBefore_ = QApplication::focusWidget();
    place();
    raise();
    show();
    content_->show();
    content_->setFocus(Qt::PopupFocusReason);
}

void Overlay::close() {
    if (!isVisible()) {
        return;
    }
    hide();
    if (focusBefore_) {
        focusBefore_->setFocus(Qt::PopupFocusReason);
    }
    Q_EMIT closed();
}

void Overlay::place() {
    setGeometry(parentWidget()->rect());
    const QSize room = size() - QSize(2 * kMargin, 2 * kMargin);
    const QSize card = content_->sizeHint().boundedTo(room);
    content_->setGeometry((width() - card.width()) / 2,
                          std::max(kMargin, static_cast<int>((height() - card.height()) * kTopShare)),
                          card.width(), card.height());
}

void Overlay::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    if (veil_ == Veil::Dim) {
        painter.fillRect(rect(),
                         QColor::fromRgbF(0, 0, 0, static_cast<float>(theme.dark ? kDarkVeil : kLightVeil)));
    }
    popupSurface(painter, QRectF(content_->geometry()).adjusted(-1, -1, 1, 1), kRadius, theme.overlay,
                 theme.line2, theme.dark);
}

void Overlay::mousePressEvent(QMouseEvent* event) {
    if (!content_->geometry().contains(event->pos())) {
        close();
    }
}

void Overlay::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) {
        close();
    }
    event->accept(); // what lies below must not react
}

bool Overlay::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && isVisible()) {
        place();
    }
    return QWidget::eventFilter(watched, event);
}

// Tab stays inside the card.
bool Overlay::focusNextPrevChild(bool next) {
    QWidget* at = QApplication::focusWidget();
    for (int tries = 0; at != nullptr && tries < 1000; ++tries) {
        at = next ? at->nextInFocusChain() : at->previousInFocusChain();
        const bool takes = (at->focusPolicy() & Qt::TabFocus) != 0 && at->isVisible() && at->isEnabled();
        if (takes && content_->isAncestorOf(at)) {
            at->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
            return true;
        }
    }
    return true;
}

} // namespace lanes
