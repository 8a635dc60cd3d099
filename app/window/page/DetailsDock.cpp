#include "app/window/page/DetailsDock.h"

#include "app/window/page/DocumentPage.h"
#include "app/window/page/SidePane.h"
#include "views/shared/look/Appearance.h"

#include <QAction>
#include <QEvent>
#include <QMainWindow>

#include <algorithm>

namespace lanes {
namespace {

constexpr int kNarrow = 300;

// Px at 100 %, in a window so wide.
int usualWidth(int window) {
    constexpr int kSmallWindow = 1200;
    constexpr int kBesideFewLanes = 340;
    constexpr int kUsual = 376;
    constexpr int kMost = 600;
    return window < kSmallWindow ? kBesideFewLanes : std::clamp(window * 3 / 20, kUsual, kMost);
}

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
    window_.installEventFilter(this);
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
    const Fonts& fonts = appearance_.fonts();
    given_ = fonts.scaled(usualWidth(static_cast<int>(window_.width() / fonts.scale())));
    window_.resizeDocks({this}, {given_}, Qt::Horizontal);
}

bool DetailsDock::eventFilter(QObject* watched, QEvent* event) {
    if (watched == &window_ && event->type() == QEvent::Resize) {
        const bool untouched = settled_ == given_ || settled_ <= side_->minimumWidth();
        windowSize_ = window_.size();
        if (untouched && !isFloating()) {
            widen();
        }
    }
    return QDockWidget::eventFilter(watched, event);
}

void DetailsDock::resizeEvent(QResizeEvent* event) {
    QDockWidget::resizeEvent(event);
    if (window_.size() == windowSize_) { // else a window that grows smaller has squeezed it
        settled_ = width();
    }
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
