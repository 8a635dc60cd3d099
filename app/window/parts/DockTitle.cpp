#include "app/window/parts/DockTitle.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/look/Style.h"
#include "views/shared/painting/TextLine.h"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

namespace lanes {
namespace {

constexpr int kTitleHeight = 32;
constexpr int kButton = 24;

} // namespace

DockTitle::DockTitle(Appearance& appearance, QDockWidget& dock)
    : QWidget(&dock)
    , appearance_(appearance)
    , dock_(dock)
    , float_(new QToolButton(this))
    , close_(new QToolButton(this)) {
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(16, 0, 8, 0);
    line->setSpacing(2);
    line->addStretch(1);
    line->addWidget(float_);
    line->addWidget(close_);
    float_->setToolTip(tr("Float or dock; also a double click on this head"));
    float_->setAccessibleName(tr("Float or dock"));
    close_->setToolTip(tr("Close the panel"));
    close_->setAccessibleName(tr("Close the panel"));
    for (QToolButton* button : {float_, close_}) {
        button->setProperty(Style::kGhost, true);
        button->setFocusPolicy(Qt::TabFocus);
    }
    connect(float_, &QToolButton::clicked, &dock_, [this] { dock_.setFloating(!dock_.isFloating()); });
    connect(close_, &QToolButton::clicked, &dock_, &QDockWidget::close);
    connect(&appearance_, &Appearance::changed, this, &DockTitle::tint);
    tint();
}

void DockTitle::tint() {
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    setFixedHeight(fonts.scaled(kTitleHeight));
    float_->setIcon(appearance_.icons().icon(QStringLiteral("compare"), theme.text2, theme.text3));
    close_->setIcon(appearance_.icons().icon(QStringLiteral("close"), theme.text2, theme.text3));
    for (QToolButton* button : {float_, close_}) {
        button->setFixedSize(fonts.scaled(kButton), fonts.scaled(kButton));
    }
    update();
}

void DockTitle::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    fillSnapped(painter, rect(), theme.panel);
    horizontalLine(painter, 0, 0, width(), theme.line2);
    horizontalLine(painter, 0, height() - hairline(devicePixelRatioF()), width(), theme.line);
    const qreal left = appearance_.fonts().scaled(16);
    drawTextLine(painter, {left, 0, float_->x() - left, qreal(height())}, dock_.windowTitle(),
                 appearance_.fonts().sans(Fonts::kBody, 500), theme.text);
}

} // namespace lanes
