#include "app/window/parts/IconLabel.h"

#include "views/shared/look/Appearance.h"

#include <QPainter>

namespace lanes {

IconLabel::IconLabel(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance) {}

void IconLabel::setIcon(const QString& name, int size, const QColor& color) {
    name_ = name;
    size_ = name.isEmpty() ? 0 : size;
    color_ = color;
    updateGeometry();
    update();
}

void IconLabel::paintEvent(QPaintEvent*) {
    if (name_.isEmpty()) {
        return;
    }
    QPainter painter(this);
    const QPointF at((width() - size_) / 2., (height() - size_) / 2.);
    appearance_.icons().paint(painter, at, name_, size_, color_);
}

} // namespace lanes
