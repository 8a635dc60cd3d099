#include "app/window/TitleRow.h"

#include "app/window/page/DocumentTabs.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/look/Style.h"

#include <QHBoxLayout>
#include <QIcon>
#include <QMenuBar>
#include <QPainter>
#include <QToolButton>

namespace lanes {
namespace {

constexpr int kTitleRowHeight = 32;
constexpr int kLogo = 18;
constexpr int kBeforeMenus = 32;

} // namespace

TitleRow::TitleRow(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , menus_(new QMenuBar(this))
    , tabs_(new DocumentTabs(appearance, this))
    , plus_(new QToolButton(this)) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(appearance_.fonts().scaled(kBeforeMenus), 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(menus_);
    layout->addSpacing(appearance_.fonts().scaled(24));
    layout->addWidget(tabs_);
    layout->addSpacing(4);
    layout->addWidget(plus_);
    layout->addStretch(1);
    menus_->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred); // the tabs give way
    menus_->setNativeMenuBar(false);
    plus_->setProperty(Style::kGhost, true);
    plus_->setToolTip(tr("Open…"));
    plus_->setAccessibleName(tr("Open…"));
    connect(plus_, &QToolButton::clicked, this, &TitleRow::openRequested);
    connect(&appearance_, &Appearance::changed, this, &TitleRow::tint);
    tint();
    setTabsShown(false);
}

void TitleRow::setTabsShown(bool shown) {
    tabs_->setVisible(shown);
    plus_->setVisible(shown);
    update();
}

void TitleRow::tint() {
    const Theme& theme = appearance_.theme();
    setFixedHeight(appearance_.fonts().scaled(kTitleRowHeight));
    plus_->setIcon(appearance_.icons().icon(QStringLiteral("plus"), theme.text3, theme.text3, 14));
    update();
}

void TitleRow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    fillSnapped(painter, rect(), theme.raised);
    const int size = appearance_.fonts().scaled(kLogo);
    const QIcon logo(QStringLiteral(":/lanescope-small.svg"));
    logo.paint(&painter, appearance_.fonts().scaled(12), (height() - size) / 2, size, size);
    if (!tabs_->isVisibleTo(this)) {
        horizontalLine(painter, 0, height() - hairline(devicePixelRatioF()), width(), theme.line);
    }
}

} // namespace lanes
