#include "app/window/parts/Tour.h"

#include "app/window/parts/Overlay.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/look/Style.h"
#include "views/shared/painting/TextLine.h"

#include <QAccessible>
#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

constexpr int kTourWidth = 372;
constexpr int kTourPadding = 16;
constexpr int kTourShadow = 12; // around the card
constexpr int kTourGap = 10;    // between the card and what it speaks of: the arrow's room
constexpr int kTourArrow = 8;
constexpr int kTourDot = 6;
constexpr int kRingWidth = 2;
constexpr int kRingRadius = 5;

// A frame around a part of the window that hides and catches nothing.
class TourRing : public QWidget {
public:
    TourRing(Appearance& appearance, QWidget* window)
        : QWidget(window)
        , appearance_(appearance) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        hide();
    }

    void surround(const QRect& part) {
        setGeometry(part.adjusted(-kRingWidth, -kRingWidth, kRingWidth, kRingWidth)
                        .intersected(parentWidget()->rect()));
        // what is painted within it needs not be painted through it
        setMask(QRegion(rect()) - rect().adjusted(kRingRadius, kRingRadius, -kRingRadius, -kRingRadius));
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        strokeRounded(painter, rect(), kRingRadius, appearance_.theme().accent, kRingWidth);
    }

private:
    Appearance& appearance_;
};

} // namespace

Tour::Tour(Appearance& appearance, QWidget& window)
    : QWidget(&window)
    , appearance_(appearance)
    , ring_(new TourRing(appearance, &window))
    , title_(new QLabel(this))
    , text_(new QLabel(this))
    , skip_(new QPushButton(tr("Skip the tour"), this))
    , back_(new QPushButton(tr("Back"), this))
    , next_(new QPushButton(this)) {
    text_->setWordWrap(true);
    text_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    skip_->setProperty(Style::kGhost, true);
    next_->setProperty(Style::kPrimary, true);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch(1);
    buttons->addWidget(skip_);
    buttons->addWidget(back_);
    buttons->addWidget(next_);
    auto* column = new QVBoxLayout(this);
    const int around = kTourShadow + kTourPadding;
    column->setContentsMargins(around, around, around, around);
    column->setSpacing(8);
    column->addWidget(title_);
    column->addWidget(text_);
    column->addSpacing(4);
    column->addLayout(buttons);
    connect(skip_, &QPushButton::clicked, this, &Tour::end);
    connect(back_, &QPushButton::clicked, this, [this] { step(-1); });
    connect(next_, &QPushButton::clicked, this, [this] { step(1); });
    setTabOrder(next_, back_);
    setTabOrder(back_, skip_);
    replace_.setSingleShot(true);
    replace_.setInterval(0);
    connect(&replace_, &QTimer::timeout, this, &Tour::place);
    connect(&appearance_, &Appearance::changed, this, &Tour::tint);
    tint();
    hide();
}

Tour::~Tour() {
    qApp->removeEventFilter(this);
}

void Tour::start(std::vector<TourMark> marks, std::function<QWidget*()> timeline) {
    marks_ = std::move(marks);
    timeline_ = std::move(timeline);
    at_ = 0;
    running_ = true;
    qApp->installEventFilter(this);
    showMark();
    next_->setFocus(Qt::OtherFocusReason);
}

void Tour::end() {
    if (!running()) {
        return;
    }
    running_ = false;
    qApp->removeEventFilter(this);
    replace_.stop();
    hide();
    ring_->hide();
    Q_EMIT over();
}

void Tour::step(int by) {
    if (by > 0 && at_ + 1 == marks_.size()) {
        end();
    } else if (by > 0 || at_ > 0) {
        at_ = by > 0 ? at_ + 1 : at_ - 1;
        showMark();
    }
}

void Tour::showMark() {
    const TourMark& mark = marks_[at_];
    const bool last = at_ + 1 == marks_.size();
    title_->setText(mark.title);
    text_->setText(mark.text);
    next_->setText(last ? tr("Done") : tr("Next"));
    skip_->setVisible(!last);
    back_->setVisible(at_ > 0);
    if (at_ == 0 && !next_->hasFocus()) {
        next_->setFocus(Qt::OtherFocusReason); // the button for the way back has just gone
    }
    setAccessibleName(tr("Tour, %1 of %2: %3").arg(at_ + 1).arg(marks_.size()).arg(mark.title));
    setAccessibleDescription(mark.text);
    next_->setAccessibleDescription(mark.title + QStringLiteral(". ") + mark.text);
    place();
    QAccessibleEvent changed(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&changed);
}

QRect Tour::card() const {
    return rect().adjusted(kTourShadow, kTourShadow, -kTourShadow, -kTourShadow);
}

// Below what it speaks of, else above or beside it; within it where that has plenty of room.
void Tour::place() {
    const QRect window = parentWidget()->rect();
    target_ = marks_[at_].place().intersected(window);
    const int width = appearance_.fonts().scaled(kTourWidth) + 2 * kTourShadow;
    resize(width, layout()->heightForWidth(width));
    const QSize size = card().size();
    const QRect room = window.adjusted(kTourGap, kTourGap, -kTourGap, -kTourGap);
    const QPoint middle = target_.center();
    const int left = middle.x() - size.width() / 2;
    const int top = middle.y() - size.height() / 2;
    const int shortest = kTourGap + kRingWidth;
    const bool spacious = 2 * target_.width() >= 3 * size.width() && target_.height() >= 2 * size.height();
    const QPoint beside[] = {{left, target_.bottom() + shortest},
                             {left, target_.top() - shortest - size.height()},
                             {target_.left() - shortest - size.width(), top},
                             {target_.right() + shortest, top}};
    const auto* fits = std::ranges::find_if(beside, [&](const QPoint& corner) {
        const QRect there(corner, size);
        const bool upright = corner.x() == left;
        return upright ? there.top() >= room.top() && there.bottom() <= room.bottom()
                       : there.left() >= room.left() && there.right() <= room.right();
    });
    const QPoint within(left, target_.bottom() - size.height() - 2 * kTourGap);
    const QPoint corner = spacious || fits == std::end(beside) ? within : *fits;
    const QPoint kept(
        std::clamp(corner.x(), room.left(), std::max(room.left(), room.right() - size.width())),
        std::clamp(corner.y(), room.top(), std::max(room.top(), room.bottom() - size.height())));
    move(kept - QPoint(kTourShadow, kTourShadow));
    static_cast<TourRing*>(ring_)->surround(target_);
    const bool shown = !covered();
    setVisible(shown);
    ring_->setVisible(shown);
    ring_->raise();
    raise();
    update();
}

bool Tour::covered() const {
    const auto dialogs = window()->findChildren<const Overlay*>();
    return std::ranges::any_of(dialogs, [](const Overlay* dialog) { return dialog->isVisible(); });
}

void Tour::tint() {
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    title_->setFont(fonts.sans(Fonts::kTitle, 600));
    text_->setFont(fonts.sans());
    for (const auto& [label, color] : {std::pair(title_, theme.text), std::pair(text_, theme.text2)}) {
        QPalette palette = label->palette();
        palette.setColor(QPalette::WindowText, color);
        label->setPalette(palette);
    }
    if (running() && !marks_.empty()) {
        replace_.start();
    }
    ring_->update();
}

bool Tour::takesEscape(QObject* watched) const {
    const auto* widget = qobject_cast<QWidget*>(watched);
    if (widget == nullptr || widget->window() != window() || QApplication::activePopupWidget() != nullptr) {
        return false;
    }
    for (; widget != nullptr; widget = widget->parentWidget()) {
        if (qobject_cast<const Overlay*>(widget) != nullptr) {
            return false; // it closes itself
        }
    }
    return true;
}

// Esc ends the tour wherever the keyboard is, and what the window rearranges takes the mark with it.
bool Tour::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::ShortcutOverride:
    case QEvent::KeyPress: {
        const auto& key = static_cast<const QKeyEvent&>(*event);
        if (key.key() != Qt::Key_Escape || key.modifiers() != Qt::NoModifier || !takesEscape(watched)) {
            break;
        }
        event->accept();
        if (event->type() == QEvent::KeyPress) {
            end();
        }
        return true;
    }
    case QEvent::Resize:
    case QEvent::Move:
    case QEvent::Show:
    case QEvent::Hide: {
        const auto* widget = qobject_cast<QWidget*>(watched);
        if (widget != nullptr && widget != this && widget != ring_ && !isAncestorOf(widget) &&
            widget->window() == window()) {
            replace_.start();
        }
        break;
    }
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

void Tour::keyPressEvent(QKeyEvent* event) {
    QWidget* timeline = timeline_ ? timeline_() : nullptr;
    switch (event->key()) {
    case Qt::Key_Right:
        step(1);
        break;
    case Qt::Key_Left:
        step(-1);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (auto* button = qobject_cast<QPushButton*>(QApplication::focusWidget());
            button != nullptr && isAncestorOf(button)) {
            button->click();
        }
        break;
    default:
        event->ignore();
        if (timeline != nullptr) {
            QApplication::sendEvent(timeline, event);
        }
    }
}

void Tour::keyReleaseEvent(QKeyEvent* event) {
    QWidget* timeline = timeline_ ? timeline_() : nullptr;
    event->ignore();
    if (timeline != nullptr) {
        QApplication::sendEvent(timeline, event);
    }
}

void Tour::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    popupSurface(painter, card(), 8, theme.overlay, theme.line2, theme.dark);
    paintArrow(painter);
    const QStringList& keys = marks_[at_].keys;
    qreal right = card().right() + 1 - kTourPadding;
    const qreal top = title_->y() + (title_->height() - fonts.scaled(16)) / 2.0;
    for (qsizetype i = keys.size(); i-- > 0;) {
        right -= drawKeyCap(painter, right, top, keys[i], fonts.sans(Fonts::kAxis, 500), theme.raised,
                            theme.line2, theme.text2) +
                 4;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const qreal dot = fonts.scaled(kTourDot);
    const qreal y = next_->y() + (next_->height() - dot) / 2;
    for (std::size_t i = 0; i < marks_.size(); ++i) {
        painter.setBrush(i == at_ ? theme.accent : theme.line2);
        painter.drawEllipse(QRectF(title_->x() + double(i) * 2 * dot, y, dot, dot));
    }
}

// From the edge of the card that faces what it speaks of; none where it stands within that.
void Tour::paintArrow(QPainter& painter) const {
    const QRect box = card().translated(pos());
    if (target_.intersects(box) || target_.isEmpty()) {
        return;
    }
    const QRectF body = card();
    const QPointF to = QPointF(target_.center() - pos());
    const auto along = [](qreal wanted, qreal from, qreal until) {
        return std::clamp(wanted, from + 2 * kTourArrow, until - 2 * kTourArrow);
    };
    QPointF tip;
    QPointF half(kTourArrow, 0);
    if (target_.bottom() < box.top() || target_.top() > box.bottom()) {
        const bool above = target_.bottom() < box.top();
        tip = {along(to.x(), body.left(), body.right()),
               above ? body.top() - kTourArrow : body.bottom() + kTourArrow};
    } else {
        const bool before = target_.right() < box.left();
        tip = {before ? body.left() - kTourArrow : body.right() + kTourArrow,
               along(to.y(), body.top(), body.bottom())};
        half = {0, kTourArrow};
    }
    const QPointF foot(half.x() != 0 ? tip.x() : (tip.x() < body.left() ? body.left() : body.right()),
                       half.x() != 0 ? (tip.y() < body.top() ? body.top() : body.bottom()) : tip.y());
    QPainterPath path(foot - half);
    path.lineTo(tip);
    path.lineTo(foot + half);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(path, appearance_.theme().overlay);
    painter.setPen(appearance_.theme().line2);
    painter.drawPath(path);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

} // namespace lanes
