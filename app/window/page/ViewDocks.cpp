#include "app/window/page/ViewDocks.h"

#include "app/settings/Settings.h"
#include "app/window/Views.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/parts/DockTitle.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/session/SessionView.h"

#include <QAction>
#include <QDockWidget>
#include <QEvent>
#include <QMenu>
#include <QStackedWidget>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

const QLatin1String kFirstPanel("operators");
constexpr int kFirstHeight = 300;

} // namespace

ViewDocks::ViewDocks(Appearance& appearance, QMainWindow& window)
    : QObject(&window)
    , appearance_(appearance)
    , window_(window)
    , panels_(viewSpecs().size()) {
    for (std::size_t i = 0; i < panels_.size(); ++i) {
        panels_[i].view = &viewSpecs()[i];
        make(panels_[i]);
    }
}

void ViewDocks::make(Panel& panel) {
    panel.dock = new QDockWidget(viewName(*panel.view), &window_);
    panel.dock->setObjectName(QStringLiteral("panel-") + QLatin1String(panel.view->key));
    panel.dock->setTitleBarWidget(new DockTitle(appearance_, *panel.dock));
    panel.stack = new QStackedWidget(panel.dock);
    panel.dock->setWidget(panel.stack);
    panel.toggle = new QAction(viewName(*panel.view), this);
    panel.toggle->setCheckable(true);
    window_.addDockWidget(Qt::BottomDockWidgetArea, panel.dock);
    if (&panel != &panels_.front()) {
        window_.tabifyDockWidget(panels_.front().dock, panel.dock);
    }
    panel.dock->hide();
    connect(panel.toggle, &QAction::triggered, this, [this, &panel](bool on) {
        want(panel, on);
        if (on) {
            panel.dock->raise();
        }
    });
    connect(panel.dock, &QDockWidget::visibilityChanged, this, [this, &panel](bool visible) {
        if (visible) {
            refresh(panel);
        }
    });
    panel.dock->installEventFilter(this);
}

// Being hidden does not mean that the user closed it: a dock that is floated hides for a moment.
bool ViewDocks::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Close) {
        const auto closed = std::ranges::find(panels_, watched, &Panel::dock);
        if (closed != panels_.end()) {
            want(*closed, false);
        }
    }
    return QObject::eventFilter(watched, event);
}

const ViewDocks::Panel& ViewDocks::panelOf(const QString& view) const {
    return *std::ranges::find_if(panels_,
                                 [&](const Panel& panel) { return view == QLatin1String(panel.view->key); });
}

QDockWidget& ViewDocks::dock(const QString& view) const {
    return *panelOf(view).dock;
}

QAction& ViewDocks::toggle(const QString& view) const {
    return *panelOf(view).toggle;
}

QWidget* ViewDocks::shownView(const QString& view) const {
    const Panel& panel = panelOf(view);
    return panel.dock->isHidden() ? nullptr : panel.stack->currentWidget();
}

QList<QWidget*> ViewDocks::madeViews() const {
    QList<QWidget*> all;
    for (const Panel& panel : panels_) {
        for (SessionView* view : panel.views) {
            all << view;
        }
    }
    return all;
}

void ViewDocks::fillMenu(QMenu& menu) {
    for (const Panel& panel : panels_) {
        menu.addAction(panel.toggle);
    }
}

QList<QAction*> ViewDocks::toggles() const {
    QList<QAction*> all;
    for (const Panel& panel : panels_) {
        all << panel.toggle;
    }
    return all;
}

void ViewDocks::refresh(Panel& panel) {
    if (page_ == nullptr || !page_->document().trace() || panel.dock->isHidden()) {
        return;
    }
    SessionView*& made = panel.views[page_];
    if (made == nullptr) {
        made = makeViewOf(*panel.view, appearance_, page_->context(), panel.stack);
        panel.stack->addWidget(made);
        Q_EMIT viewMade(made, QString::fromLatin1(panel.view->key));
    }
    panel.stack->setCurrentWidget(made);
}

// Whoever is hidden leaves its tab to another, which is not what the user chose.
void ViewDocks::noteFront() {
    const auto isSeen = [](const Panel& panel) { return !panel.dock->visibleRegion().isEmpty(); };
    if (std::ranges::any_of(panels_, isSeen)) {
        for (Panel& panel : panels_) {
            panel.front = isSeen(panel);
        }
    }
}

void ViewDocks::refreshAll() {
    std::vector<QDockWidget*> toFront;
    for (Panel& panel : panels_) {
        const bool comesBack = panel.wanted && page_ != nullptr && panel.dock->isHidden();
        if (comesBack && panel.front) {
            toFront.push_back(panel.dock);
        }
        panel.dock->setVisible(panel.wanted && page_ != nullptr);
        panel.toggle->setChecked(panel.wanted);
        panel.toggle->setEnabled(page_ != nullptr);
        refresh(panel);
    }
    for (QDockWidget* dock : toFront) {
        dock->raise();
    }
    Q_EMIT shownChanged(std::ranges::any_of(panels_, &Panel::wanted));
}

void ViewDocks::want(Panel& panel, bool wanted) {
    panel.wanted = wanted;
    refreshAll();
    giveRoom(panel);
}

void ViewDocks::giveRoom(const Panel& panel) {
    if (!roomGiven_ && !panel.dock->isHidden()) {
        roomGiven_ = true;
        window_.resizeDocks({panel.dock}, {appearance_.fonts().scaled(kFirstHeight)}, Qt::Vertical);
    }
}

void ViewDocks::setPage(DocumentPage* page) {
    if (page_ != nullptr) {
        disconnect(&page_->document().view(), nullptr, this, nullptr);
    }
    page_ = page;
    if (page_ == nullptr) {
        noteFront();
    } else {
        connect(&page_->document().view(), &ViewState::traceChanged, this, &ViewDocks::refreshAll);
    }
    refreshAll();
}

void ViewDocks::forget(DocumentPage* page) {
    if (page_ == page) {
        disconnect(&page_->document().view(), nullptr, this, nullptr);
        page_ = nullptr;
    }
    for (Panel& panel : panels_) {
        delete panel.views.take(page);
    }
}

void ViewDocks::toggleBottom() {
    noteFront();
    const bool any = std::ranges::any_of(panels_, &Panel::wanted);
    const bool some = std::ranges::any_of(panels_, &Panel::before);
    for (Panel& panel : panels_) {
        if (any) {
            panel.before = std::exchange(panel.wanted, false);
        } else {
            panel.wanted = some ? panel.before : kFirstPanel == QLatin1String(panel.view->key);
        }
    }
    refreshAll();
    giveRoom(panelOf(kFirstPanel));
}

void ViewDocks::showWanted() {
    for (const Panel& panel : panels_) {
        panel.dock->setVisible(panel.wanted);
    }
}

KeptPanels ViewDocks::kept() {
    noteFront();
    KeptPanels kept;
    for (const Panel& panel : panels_) {
        if (panel.before) {
            kept.hidden << QLatin1String(panel.view->key);
        }
        if (panel.front) {
            kept.front << QLatin1String(panel.view->key);
        }
    }
    return kept;
}

void ViewDocks::takeRestored(const KeptPanels& kept) {
    for (Panel& panel : panels_) {
        panel.before = kept.hidden.contains(QLatin1String(panel.view->key));
        panel.front = kept.front.contains(QLatin1String(panel.view->key));
        panel.wanted = !panel.dock->isHidden();
        roomGiven_ |= panel.wanted;
    }
    refreshAll();
}

} // namespace lanes
