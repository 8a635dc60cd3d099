#include "app/window/page/DetailsDock.h"

#include "app/window/page/DocumentPage.h"
#include "app/window/page/SidePane.h"
#include "views/shared/look/Appearance.h"

#include <QAction>
#include <QMainWindow>

namespace lanes {
namespace {

constexpr int kWidth = 376;
constexpr int kNarrow = 300;

} // namespace

DetailsDock::DetailsDock(Appearance& appearance, QAction& toggle, QMainWindow& window)
    : QDockWidget(tr("Details"), &window)
    , appearance_(appearance)
    , toggle_(toggle)
    , window_(window)
    , side_(new SidePane(appearance, this)) {
    setObjectName(QStringLiteral("details"));
    setTitleBarWidget(new QWidget(this)); // the panel has its own head
    setAllowedAreas(Qt::LeftDockWidgetArea | Qt::RightDockWidgetArea);
    setWidget(side_);
    side_->setMinimumWidth(appearance_.fonts().scaled(kNarrow));
    window_.addDockWidget(Qt::RightDockWidgetArea, this);
    connect(side_, &QStackedWidget::currentChanged, this, &DetailsDock::refresh);
    connect(side_, &SidePane::closeRequested, &toggle_, &QAction::trigger);
    connect(&toggle_, &QAction::triggered, this, [this](bool shown) {
        wish() = shown;
        refresh();
    });
}

bool& DetailsDock::wish() {
    return page_ && !page_->showsTimeline() ? beside_ : wanted_;
}

void DetailsDock::place(DocumentPage* page) {
    page_ = page;
    refresh();
}

void DetailsDock::refresh() {
    const bool wished = wish();
    toggle_.setChecked(wished);
    setVisible(page_ && (wished || (side_->searching() && &wish() == &beside_)));
}

void DetailsDock::widen() {
    window_.resizeDocks({this}, {appearance_.fonts().scaled(kWidth)}, Qt::Horizontal);
}

void DetailsDock::showWanted() {
    setVisible(wanted_);
}

void DetailsDock::takeRestored() {
    wanted_ = !isHidden();
    toggle_.setChecked(wanted_);
}

void DetailsDock::reset() {
    wanted_ = true;
    beside_ = false;
}

} // namespace lanes
