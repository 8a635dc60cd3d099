#include "views/shared/controls/SegmentedControl.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <cmath>
#include <utility>

namespace lanes {
namespace {

constexpr int kSegmentHeight = 26;
constexpr int kPadding = 20; // both sides of a name together

} // namespace

SegmentedControl::SegmentedControl(Appearance& appearance, QStringList names, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , names_(std::move(names)) {
    setFocusPolicy(Qt::StrongFocus);
    refit();
    connect(&appearance_, &Appearance::changed, this, &SegmentedControl::refit);
}

void SegmentedControl::refit() {
    setFixedSize(sizeHint());
    setAccessibleName(names_.value(current_));
    update();
}

void SegmentedControl::setNames(const QStringList& names) {
    names_ = names;
    refit();
}

int SegmentedControl::widthOf(int index) const {
    const Fonts& fonts = appearance_.fonts();
    return static_cast<int>(std::ceil(textWidth(names_[index], fonts.sans(Fonts::kBody, 500)))) +
           fonts.scaled(kPadding);
}

QSize SegmentedControl::sizeHint() const {
    int width = 0;
    for (int i = 0; i < names_.size(); ++i) {
        width += widthOf(i);
    }
    return {width, appearance_.fonts().scaled(kSegmentHeight)};
}

void SegmentedControl::setCurrent(int index) {
    current_ = index;
    setAccessibleName(names_.value(current_));
    update();
}

void SegmentedControl::choose(int index) {
    if (index >= 0 && index < names_.size() && index != current_) {
        setCurrent(index);
        Q_EMIT chosen(index);
    }
}

void SegmentedControl::mousePressEvent(QMouseEvent* event) {
    int x = 0;
    for (int i = 0; i < names_.size(); ++i) {
        x += widthOf(i);
        if (event->pos().x() < x) {
            choose(i);
            return;
        }
    }
}

void SegmentedControl::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Left) {
        choose(current_ - 1);
    } else if (event->key() == Qt::Key_Right) {
        choose(current_ + 1);
    } else {
        QWidget::keyPressEvent(event);
    }
}

void SegmentedControl::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    fillRounded(painter, rect(), 5, theme.raised);
    strokeRounded(painter, rect(), 5, theme.line2);
    qreal x = 0;
    for (int i = 0; i < names_.size(); ++i) {
        const QRectF box(x, 0, widthOf(i), height());
        const bool on = i == current_;
        if (on) {
            fillRounded(painter, box.adjusted(2, 2, -2, -2), 4, theme.dark ? theme.pressed : theme.canvas);
            if (!theme.dark) {
                strokeRounded(painter, box.adjusted(2, 2, -2, -2), 4, theme.line2);
            }
        }
        drawTextLine(painter, box, names_[i], fonts.sans(Fonts::kBody, on ? 500 : 400),
                     on ? theme.text : theme.text2, Qt::AlignHCenter, Qt::ElideNone);
        x += box.width();
    }
    if (hasFocus()) {
        strokeRounded(painter, rect(), 5, theme.accent, 2);
    }
}

} // namespace lanes
