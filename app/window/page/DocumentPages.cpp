#include "app/window/page/DocumentPages.h"

#include "app/window/page/DocumentPage.h"
#include "app/window/page/DocumentTabs.h"

#include <QFileInfo>
#include <QSignalBlocker>
#include <QStackedWidget>

#include <algorithm>
#include <utility>

namespace lanes {

DocumentPages::DocumentPages(DocumentTabs& tabs, QStackedWidget& stack, QObject* parent)
    : QObject(parent)
    , tabs_(tabs)
    , stack_(stack) {
    connect(&tabs_, &QTabBar::currentChanged, this, &DocumentPages::bringFront);
    connect(&tabs_, &QTabBar::tabBarClicked, this, [this](int index) {
        if (DocumentPage* page = at(index); page != nullptr && sessionsInFront_) {
            show(*page);
        }
    });
    connect(&tabs_, &QTabBar::tabMoved, this, &DocumentPages::move);
}

int DocumentPages::count() const {
    return tabs_.count();
}

DocumentPage* DocumentPages::at(int index) const {
    return index >= 0 ? qobject_cast<DocumentPage*>(stack_.widget(index + 1)) : nullptr;
}

int DocumentPages::indexOf(const DocumentPage* page) const {
    return std::max(-1, stack_.indexOf(page) - 1); // the sessions page is the first
}

QList<DocumentPage*> DocumentPages::all() const {
    QList<DocumentPage*> pages;
    for (int i = 0; at(i) != nullptr; ++i) {
        pages << at(i);
    }
    return pages;
}

DocumentPage* DocumentPages::current() const {
    return sessionsInFront_ ? nullptr : at(tabs_.currentIndex());
}

int DocumentPages::currentTab() const {
    return tabs_.currentIndex();
}

ViewState* DocumentPages::currentState() const {
    DocumentPage* page = current();
    return page != nullptr ? &page->document().view() : nullptr;
}

DocumentPage* DocumentPages::of(const QString& path) const {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    const QList<DocumentPage*> pages = all();
    const auto found = std::ranges::find_if(
        pages, [&](const DocumentPage* page) { return page->document().path() == absolute; });
    return found != pages.end() ? *found : nullptr;
}

DocumentPage* DocumentPages::of(const ViewState* state) const {
    const QList<DocumentPage*> pages = all();
    const auto found =
        std::ranges::find_if(pages, [&](DocumentPage* page) { return &page->document().view() == state; });
    return found != pages.end() ? *found : nullptr;
}

bool DocumentPages::isOpen(const QString& path) const {
    const QFileInfo file(path);
    return of(path) != nullptr || std::ranges::any_of(all(), [&](const DocumentPage* page) {
               return file.exists() && QFileInfo(page->document().path()) == file;
           });
}

void DocumentPages::add(DocumentPage& page) {
    stack_.addWidget(&page);
    const int index = tabs_.addTab(page.document().title());
    tabs_.setTabToolTip(index, page.document().path());
    connect(&page, &DocumentPage::viewPreferred, this, [this, &page] {
        if (&page == current()) {
            Q_EMIT frontChanged();
        }
    });
}

void DocumentPages::remove(DocumentPage& page) {
    const int index = indexOf(&page);
    const QSignalBlocker quiet(tabs_);
    stack_.removeWidget(&page);
    tabs_.removeTab(index);
    place();
}

void DocumentPages::show(DocumentPage& page) {
    tabs_.setCurrentIndex(indexOf(&page));
    if (std::exchange(sessionsInFront_, false)) {
        bringFront();
    }
}

void DocumentPages::showSessions() {
    sessionsInFront_ = true;
    bringFront();
}

void DocumentPages::step(int by) {
    if (count() > 0) {
        const int from = sessionsInFront_ ? 0 : by; // from the sessions page back to where one was
        show(*at((tabs_.currentIndex() + from + count()) % count()));
    }
}

void DocumentPages::move(int from, int to) {
    QWidget* page = stack_.widget(from + 1);
    stack_.removeWidget(page);
    stack_.insertWidget(to + 1, page);
    Q_EMIT moved(from, to);
    bringFront();
}

void DocumentPages::place() {
    sessionsInFront_ = sessionsInFront_ && count() > 0;
    stack_.setCurrentIndex(current() != nullptr ? tabs_.currentIndex() + 1 : 0);
    tabs_.setCurrentShown(current() != nullptr);
}

void DocumentPages::bringFront() {
    place();
    Q_EMIT frontChanged();
}

} // namespace lanes
