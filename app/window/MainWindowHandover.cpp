// One window gives all that it has open to another, which speaks another language.
#include "app/window/MainWindow.h"
#include "app/window/page/DetailsDock.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/page/DocumentPages.h"
#include "app/window/page/SaveDesk.h"
#include "app/window/page/SidePane.h"
#include "app/window/page/StripBar.h"
#include "app/window/page/ViewBar.h"
#include "app/window/page/ViewDocks.h"
#include "app/window/parts/Banner.h"
#include "app/window/parts/StatusLine.h"
#include "app/window/recording/CaptureDesk.h"
#include "app/window/sheets/Sheets.h"
#include "app/window/start/TourGuide.h"
#include "views/details/DetailsPanel.h"

#include <QApplication>
#include <QHash>
#include <QThread>

#include <map>
#include <utility>
#include <vector>

namespace lanes {

// A dialog that is open, a menu, and what is being dragged wait for an answer in a loop of their own.
bool MainWindow::isFree() const {
    return !saves_->writing() && !sheets_->anyBesideSettings() && !capture_->asking() &&
           QApplication::activeModalWidget() == nullptr && QApplication::activePopupWidget() == nullptr &&
           thread()->loopLevel() <= 1;
}

bool MainWindow::showsSettings() const {
    return sheets_->showsSettings();
}

void MainWindow::showLanguages() {
    sheets_->showLanguages();
}

// What looks at a page's state lets go of it before the pages go.
void MainWindow::letGo() {
    delete std::exchange(strip_, nullptr);
    side().setState(nullptr, {});
    viewBar_->setState(nullptr);
    status_->setState(nullptr);
    for (DocumentPage* page : pages_->all()) {
        docks_->forget(page);
    }
}

void MainWindow::takeFrom(MainWindow& other) {
    if ((other.windowState() & (Qt::WindowMaximized | Qt::WindowFullScreen)) == 0) {
        setGeometry(other.geometry()); // what is restored from the settings may be beside it by a frame
    }
    details_->takeFrom(*other.details_);
    const int detailsAt = other.details().scrolled();
    takePages(other);
    capture_->takeFrom(*other.capture_);
    banner_->takeFrom(*other.banner_);
    showCurrent();
    details().keepScrolled(detailsAt);
    if (other.tour_->running()) {
        tour_->start();
    }
}

void MainWindow::takePages(MainWindow& other) {
    const int front = other.pages_->currentTab();
    const bool sessionsInFront = other.currentPage() == nullptr;
    const std::vector<OpenSessions::Entry> compared = other.sessions_->all();
    const QList<DocumentPage*> all = other.pages_->all();
    QHash<DocumentPage*, std::map<QString, ViewPlaces>> places; // before letGo() takes the panels' views
    for (DocumentPage* before : all) {
        places[before] = before->places();
        places[before].merge(other.docks_->places(before));
    }
    other.letGo();
    for (DocumentPage* before : all) {
        before->document().disconnect(&other);
        before->document().view().disconnect(&other);
        auto* page = new DocumentPage(appearance_, before->giveUp(), *sessions_, stack_);
        page->takeFrom(*before, std::move(places[before]));
        other.pages_->remove(*before);
        delete before; // nobody finds a page there that has no document
        adopt(*page);
        page->resume();
    }
    for (const OpenSessions::Entry& entry : compared) {
        sessions_->setRuns(entry);
    }
    if (DocumentPage* page = pages_->at(front)) {
        pages_->show(*page);
    }
    if (sessionsInFront) {
        pages_->showSessions();
    }
}

} // namespace lanes
