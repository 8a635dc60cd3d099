#include "app/window/ViewDocks.h"

#include "app/window/DockTitle.h"
#include "app/window/DocumentPage.h"
#include "app/window/Views.h"
#include "views/shared/Appearance.h"

#include <QAction>
#include <QDockWidget>
#include <QEvent>
#include <QMenu>
#include <QStackedWidget>

#include <algorithm>

namespace lanes {
namespace {

constexpr int kFirstPanel = 4; // operators
constexpr int kFirstHeight = 300;

} // namespace

ViewDocks::ViewDocks(Appearance& appearance, QMainWindow& window)
    : QObject(&window)
    , appearance_(appearance)
    , window_(window)
    , panels_(viewSpecs().size())
    , before_(viewSpecs().size()) {
    int index = 0;
    for (const ViewSpec& spec : viewSpecs()) {
        Panel& panel = panels_[static_cast<std::size_t>(index)];
        panel.dock = new QDockWidget(viewName(spec), &window_);
        panel.dock->setObjectName(QStringLiteral("panel-") + QLatin1String(spec.key));
        panel.dock->setTitleBarWidget(new DockTitle(appearance_, *panel.dock));
        panel.stack = new QStackedWidget(panel.dock);
        panel.dock->setWidget(panel.stack);
        panel.toggle = new QAction(viewName(spec), this);
        panel.toggle->setCheckable(true);
        window_.addDockWidget(Qt::BottomDockWidgetArea, panel.dock);
        if (index > 0) {
            window_.tabifyDockWidget(panels_[0].dock, panel.dock);
        }
        panel.dock->hide();
        connect(panel.toggle, &QAction::triggered, this, [this, index](bool on) {
            want(index, on);
            if (on) {
                dock(index).raise();
            }
        });
        connect(panel.dock, &QDockWidget::visibilityChanged, this, [this, index](bool visible) {
            if (visible) {
                refresh(index);
            }
        });
        panel.dock->installEventFilter(this);
        ++index;
    }
}

// Being hidden does not mean that the user closed it: a dock that is floated hides for a moment.
bool ViewDocks::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Close) {
        const auto closed = std::ranges::find(panels_, watched, &Panel::dock);
        if (closed != panels_.end()) {
            want(static_cast<int>(closed - panels_.begin()), false);
        }
    }
    return QObject::eventFilter(watched, event);
}

QDockWidget& ViewDocks::dock(int view) const {
    return *panels_[static_cast<std::size_t>(view)].dock;
}

QWidget* ViewDocks::shownView(int view) const {
    const Panel& panel = panels_[static_cast<std::size_t>(view)];
    return panel.dock->isHidden() ? nullptr : panel.stack->currentWidget();
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

void ViewDocks::refresh(int view) {
    Panel& panel = panels_[static_cast<std::size_t>(view)];
    if (page_ == nullptr || !page_->document().trace() || panel.dock->isHidden()) {
        return;
    }
    QWidget*& made = panel.views[page_];
    if (made == nullptr) {
        made = viewSpecs()[static_cast<std::size_t>(view)].make(appearance_, page_->document().view(),
                                                                panel.stack);
        panel.stack->addWidget(made);
    }
    panel.stack->setCurrentWidget(made);
}

void ViewDocks::refreshAll() {
    bool any = false;
    for (int i = 0; i < static_cast<int>(panels_.size()); ++i) {
        Panel& panel = panels_[static_cast<std::size_t>(i)];
        panel.dock->setVisible(panel.wanted && page_ != nullptr);
        panel.toggle->setChecked(panel.wanted);
        panel.toggle->setEnabled(page_ != nullptr);
        any |= panel.wanted;
        refresh(i);
    }
    Q_EMIT shownChanged(any);
}

void ViewDocks::want(int view, bool wanted) {
    panels_[static_cast<std::size_t>(view)].wanted = wanted;
    refreshAll();
    giveRoom(view);
}

void ViewDocks::giveRoom(int view) {
    if (!roomGiven_ && !dock(view).isHidden()) {
        roomGiven_ = true;
        window_.resizeDocks({&dock(view)}, {appearance_.fonts().scaled(kFirstHeight)}, Qt::Vertical);
    }
}

void ViewDocks::setPage(DocumentPage* page) {
    if (page_ != nullptr) {
        disconnect(&page_->document().view(), nullptr, this, nullptr);
    }
    page_ = page;
    if (page_ != nullptr) {
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
    const bool any = std::ranges::any_of(panels_, &Panel::wanted);
    const bool some = std::ranges::find(before_, true) != before_.end();
    for (std::size_t i = 0; i < panels_.size(); ++i) {
        if (any) {
            before_[i] = panels_[i].wanted;
            panels_[i].wanted = false;
        } else {
            panels_[i].wanted = some ? before_[i] : i == kFirstPanel;
        }
    }
    refreshAll();
    giveRoom(kFirstPanel);
}

void ViewDocks::showWanted() {
    for (const Panel& panel : panels_) {
        panel.dock->setVisible(panel.wanted);
    }
}

void ViewDocks::takeRestored() {
    for (Panel& panel : panels_) {
        panel.wanted = !panel.dock->isHidden();
        roomGiven_ |= panel.wanted;
    }
    refreshAll();
}

} // namespace lanes
