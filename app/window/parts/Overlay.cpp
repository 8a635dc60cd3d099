#include "app/window/parts/Overlay.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/look/Style.h"
#include "views/shared/painting/TextLine.h"

#include <QAbstractButton>
#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

constexpr double kDarkVeil = .55;
constexpr double kLightVeil = .28;
constexpr double kTopShare = .42; // a card hangs a little above the middle
constexpr double kRadius = 10;
constexpr int kMargin = 24;
constexpr int kOverlayHead = 52;
constexpr int kOverlayPadding = 24;
constexpr int kTitleSize = 16;
constexpr int kOverlayButton = 28;

} // namespace

Overlay::Overlay(Appearance& appearance, QWidget* content, Veil veil, QWidget* window, QString title)
    : QWidget(window)
    , appearance_(appearance)
    , content_(content)
    , veil_(veil)
    , title_(std::move(title))
    , close_(new QToolButton(this)) {
    content_->setParent(this);
    setFocusPolicy(Qt::StrongFocus);
    setTabOrder(content_, close_);
    close_->setProperty(Style::kGhost, true);
    close_->setAccessibleName(tr("Close"));
    close_->setToolTip(tr("Close (Esc)"));
    close_->setVisible(!title_.isEmpty());
    setTitle(title_);
    connect(close_, &QToolButton::clicked, this, &Overlay::close);
    window->installEventFilter(this);
    connect(&appearance_, &Appearance::changed, this, &Overlay::tint);
    tint();
    hide();
}

void Overlay::setTitle(const QString& title) {
    title_ = title;
    setAccessibleName(title_.isEmpty() ? content_->accessibleName() : title_);
    update();
}

void Overlay::tint() {
    const Theme& theme = appearance_.theme();
    close_->setIcon(appearance_.icons().icon(QStringLiteral("close"), theme.text2, theme.text3));
}

void Overlay::open() {
    focusBefore_ = QApplication::focusWidget();
    if (focusBefore_ == nullptr) {
        focusBefore_ = window()->focusWidget(); // who gets it once the window is the active one
    }
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

int Overlay::headHeight() const {
    return title_.isEmpty() ? 0 : appearance_.fonts().scaled(kOverlayHead);
}

QRect Overlay::card() const {
    return content_->geometry().adjusted(0, -headHeight(), 0, 0);
}

void Overlay::refit() {
    if (isVisible()) {
        place();
        update();
    }
}

void Overlay::place() {
    setGeometry(parentWidget()->rect());
    const int head = headHeight();
    const QSize room = size() - QSize(2 * kMargin, 2 * kMargin + head);
    const QSize inside = content_->sizeHint().boundedTo(room);
    const int top =
        std::max(kMargin, static_cast<int>((height() - inside.height() - head) * kTopShare)) + head;
    content_->setGeometry((width() - inside.width()) / 2, top, inside.width(), inside.height());
    const int button = appearance_.fonts().scaled(kOverlayButton);
    const int beside =
        appearance_.fonts().scaled(kOverlayPadding) - (button - appearance_.fonts().scaled(16)) / 2;
    close_->setGeometry(content_->geometry().right() + 1 - beside - button, top - head + (head - button) / 2,
                        button, button);
}

void Overlay::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    if (veil_ == Veil::Dim) {
        painter.fillRect(rect(),
                         QColor::fromRgbF(0, 0, 0, static_cast<float>(theme.dark ? kDarkVeil : kLightVeil)));
    }
    popupSurface(painter, QRectF(card()).adjusted(-1, -1, 1, 1), kRadius,
                 veil_ == Veil::Dim ? theme.panel : theme.overlay, theme.line2, theme.dark);
    if (!title_.isEmpty()) {
        const QRectF head =
            QRectF(card()).adjusted(fonts.scaled(kOverlayPadding), 0, -fonts.scaled(2 * kOverlayPadding), 0);
        drawTextLine(painter, {head.left(), head.top() + 2, head.width(), qreal(headHeight())}, title_,
                     fonts.sans(kTitleSize, 600), theme.text, Qt::AlignLeft, Qt::ElideMiddle);
    }
}

void Overlay::mousePressEvent(QMouseEvent* event) {
    if (!card().contains(event->pos())) {
        close();
    }
}

// No key is a command of what lies below: Delete would move a session to the trash, Ctrl+W close one that is not seen.
bool Overlay::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void Overlay::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) {
        close();
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        // a field that has closed this card lets the key through, while the focus is back in the window
        if (auto* button = qobject_cast<QAbstractButton*>(QApplication::focusWidget());
            button != nullptr && isAncestorOf(button)) {
            button->click();
        }
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
        if (takes && at != this && isAncestorOf(at)) {
            at->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
            return true;
        }
    }
    return true;
}

} // namespace lanes
