#include "app/window/parts/FirstKeys.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/look/Style.h"
#include "views/shared/painting/TextLine.h"
#include "views/shared/session/ViewState.h"

#include <QCoreApplication>
#include <QEvent>
#include <QPainter>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <cmath>

namespace lanes {
namespace {

constexpr int kTextLeft = 144;
constexpr int kTextRight = 44; // the button that closes
constexpr int kKeysHeight = 96;
constexpr int kAbove = 24; // the edge of its place
constexpr int kCap = 30;
constexpr int kEnoughMoves = 6; // a held key moves many times, a stray one once

struct Cap {
    const char* key;
    int column; // half caps
    int row;
};
constexpr std::array<Cap, 4> kCaps = {{{"W", 2, 0}, {"A", 0, 1}, {"S", 2, 1}, {"D", 4, 1}}};

constexpr std::array<const char*, 3> kKeyLines = {
    QT_TRANSLATE_NOOP("lanes::FirstKeys", "W and S zoom at the cursor, A and D move in time."),
    QT_TRANSLATE_NOOP("lanes::FirstKeys", "Drag to brush a range, click an event for its details."),
    QT_TRANSLATE_NOOP("lanes::FirstKeys", "? shows every key, Ctrl+Shift+P every command."),
};

} // namespace

FirstKeys::FirstKeys(Appearance& appearance, QWidget* place)
    : QWidget(place)
    , appearance_(appearance)
    , close_(new QToolButton(this)) {
    close_->setProperty(Style::kGhost, true);
    close_->setFocusPolicy(Qt::NoFocus);
    close_->setAccessibleName(tr("Close"));
    connect(close_, &QToolButton::clicked, this, &FirstKeys::finish);
    QStringList spoken;
    for (const char* line : kKeyLines) {
        spoken << tr(line);
    }
    setAccessibleName(spoken.join(QLatin1Char(' ')));
    place->installEventFilter(this);
    hide();
}

void FirstKeys::teach(ViewState& state) {
    if (state_ == &state && isVisible()) {
        return;
    }
    forget();
    state_ = &state;
    connect(&state, &ViewState::visibleChanged, this, [this] {
        // what is read or recorded moves the view as well, but then it shows all
        const bool moved = state_ && !state_->following() && state_->visible() != state_->home();
        moves_ += moved ? 1 : 0;
        if (moves_ >= kEnoughMoves) {
            finish();
        }
    });
    place();
    show();
    raise();
}

void FirstKeys::forget() {
    if (state_) {
        disconnect(state_, nullptr, this, nullptr);
    }
    state_ = nullptr;
    moves_ = 0;
}

void FirstKeys::finish() {
    forget();
    hide();
    Q_EMIT learnt();
}

void FirstKeys::place() {
    const Fonts& fonts = appearance_.fonts();
    qreal text = 0;
    for (const char* line : kKeyLines) {
        text = std::max(text, textWidth(tr(line), fonts.sans()));
    }
    const QSize size(fonts.scaled(kTextLeft + kTextRight) + static_cast<int>(std::ceil(text)),
                     fonts.scaled(kKeysHeight));
    const QSize room = parentWidget()->size();
    setGeometry((room.width() - size.width()) / 2, room.height() - size.height() - fonts.scaled(kAbove),
                size.width(), size.height());
    const int button = fonts.scaled(24);
    close_->setGeometry(width() - button - fonts.scaled(8), fonts.scaled(8), button, button);
    close_->setIcon(appearance_.icons().icon(QStringLiteral("close"), appearance_.theme().text2,
                                             appearance_.theme().text3));
}

bool FirstKeys::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && isVisible()) {
        place();
    }
    return QWidget::eventFilter(watched, event);
}

void FirstKeys::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    const auto px = [&fonts](int at100) { return qreal(fonts.scaled(at100)); };
    fillRounded(painter, rect(), 8, theme.overlay);
    strokeRounded(painter, rect(), 8, theme.line2);
    for (const Cap& cap : kCaps) {
        const QRectF box(px(20) + cap.column * (px(kCap) + px(4)) / 2, px(16) + cap.row * (px(kCap) + px(4)),
                         px(kCap), px(kCap));
        fillRounded(painter, box, 5, theme.dark ? theme.pressed : theme.raised);
        strokeRounded(painter, box, 5, theme.line2);
        drawTextLine(painter, box, QString::fromLatin1(cap.key), fonts.sans(Fonts::kTitle, 600), theme.text,
                     Qt::AlignHCenter);
    }
    qreal y = px(16);
    for (const char* line : kKeyLines) {
        drawTextLine(painter, {px(kTextLeft), y, width() - px(kTextLeft + kTextRight) + 1, px(20)}, tr(line),
                     fonts.sans(), y > px(16) ? theme.text2 : theme.text);
        y += px(22);
    }
}

} // namespace lanes
