#include "app/window/WindowFront.h"

#include "app/window/TitleRow.h"
#include "app/window/Views.h"
#include "app/window/commands/Actions.h"
#include "app/window/page/DetailsDock.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/page/DocumentPages.h"
#include "app/window/page/SidePane.h"
#include "app/window/page/StripBar.h"
#include "app/window/page/ViewBar.h"
#include "app/window/page/ViewDocks.h"
#include "app/window/parts/SearchField.h"
#include "app/window/parts/StatusLine.h"
#include "app/window/recording/CaptureDesk.h"
#include "app/window/recording/SourceFetcher.h"
#include "app/window/recording/Steering.h"
#include "app/window/start/SessionsDesk.h"
#include "app/window/start/WelcomePage.h"
#include "views/shared/session/SessionView.h"

#include <QFileInfo>
#include <QToolBar>

namespace lanes {
namespace {

// Whether it is a field that takes text: a search, a filter, a name. Whoever types there goes on.
bool isTypedInto(const QWidget* field) {
    return field != nullptr && field->isVisible() && field->testAttribute(Qt::WA_InputMethodEnabled);
}

} // namespace

WindowFront::WindowFront(QWidget& window, const Parts& parts)
    : QObject(&window)
    , window_(window)
    , parts_(parts) {}

SidePane& WindowFront::side() const {
    return parts_.details.side();
}

void WindowFront::show() {
    DocumentPage* page = parts_.pages.current();
    ViewState* shown = parts_.pages.currentState();
    parts_.title.setTabsShown(parts_.pages.count() > 0);
    parts_.shelf.setInFront(page == nullptr);
    parts_.viewTools.setVisible(page != nullptr);
    parts_.strip.show(parts_.pages.currentTab(), page);
    parts_.views.setState(shown);
    parts_.docks.setPage(page);
    parts_.steering.setCurrent(page);
    if (page != nullptr) {
        parts_.capture.showConsoleOf(page->document().path());
        parts_.views.setCurrentView(QString::fromLatin1(page->currentView().key));
    }
    parts_.status.setState(shown);
    parts_.status.setView(page != nullptr ? &page->currentView() : nullptr);
    const QString path = page != nullptr ? page->document().path() : QString();
    parts_.fetcher.setSession(path);
    side().setState(shown, page != nullptr ? QFileInfo(path).path() : QString());
    parts_.details.place(page);
    window_.setWindowTitle(page != nullptr ? tr("%1 – Lanescope").arg(page->document().title())
                                           : tr("Lanescope"));
    Q_EMIT changed();
    if (page == nullptr) {
        parts_.welcome.takeKeyboard();
    } else if (page->showsViews()) {
        focus(*page);
    }
}

void WindowFront::showView() {
    DocumentPage* page = parts_.pages.current();
    const ViewSpec* view = viewSpec(parts_.views.currentView());
    if (page == nullptr || view == nullptr) {
        return;
    }
    page->showView(*view);
    parts_.actions.giveKeysTo(page->view());
    page->view().setFocus();
    parts_.status.setView(view);
    parts_.steering.setCurrent(page);
    Q_EMIT changed();
    parts_.details.place(page);
}

void WindowFront::focus(DocumentPage& page) {
    parts_.actions.giveKeysTo(page.view());
    if (!isTypedInto(window_.focusWidget())) {
        page.view().setFocus();
    }
}

void WindowFront::giveKeys() {
    side().setKeys(parts_.actions);
    for (DocumentPage* page : parts_.pages.all()) {
        if (page->showsViews()) {
            parts_.actions.giveKeysTo(page->view());
        }
    }
    for (QWidget* view : parts_.docks.madeViews()) {
        parts_.actions.giveKeysTo(*view);
    }
}

void WindowFront::giveKeyboard() {
    if (DocumentPage* page = parts_.pages.current(); page != nullptr && page->showsViews()) {
        page->view().setFocus();
    }
}

void WindowFront::letGo() {
    side().setState(nullptr, {});
    parts_.views.setState(nullptr);
    parts_.status.setState(nullptr);
}

} // namespace lanes
