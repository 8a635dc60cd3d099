#include "app/window/parts/ProgressLine.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"

#include <QPainter>

#include <algorithm>

namespace lanes {

ProgressLine::ProgressLine(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance) {
    setFixedHeight(3);
    setAccessibleName(tr("Progress"));
}

void ProgressLine::setShare(double share) {
    share_ = share;
    setAccessibleDescription(tr("%1 percent").arg(static_cast<int>(std::clamp(share, 0.0, 1.0) * 100)));
    update();
}

void ProgressLine::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    fillSnapped(painter, rect(), theme.track);
    const bool known = share_ <= 1;
    const double filled = known ? std::clamp(share_, 0.0, 1.0) : .5;
    fillSnapped(painter, {0, 0, width() * filled, qreal(height())}, known ? theme.accent : theme.line2);
}

} // namespace lanes
