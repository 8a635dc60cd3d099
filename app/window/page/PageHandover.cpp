#include "app/window/page/PageHandover.h"

#include "app/document/Document.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/page/DocumentPages.h"
#include "app/window/page/ViewDocks.h"

#include <utility>

namespace lanes {

PageHandover::PageHandover(DocumentPages& pages, const OpenSessions& sessions, const ViewDocks& docks)
    : pages_(pages)
    , all_(pages.all())
    , front_(pages.currentTab())
    , sessionsInFront_(pages.current() == nullptr)
    , compared_(sessions.all()) {
    for (DocumentPage* page : all_) {
        places_[page] = page->places();
        places_[page].merge(docks.places(page));
    }
}

void PageHandover::giveTo(DocumentPages& pages, OpenSessions& sessions, const QObject& before,
                          const Make& make, const Adopt& adopt) {
    for (DocumentPage* old : all_) {
        old->document().disconnect(&before);
        old->document().view().disconnect(&before);
        DocumentPage* page = make(old->giveUp());
        page->takeFrom(*old, std::move(places_[old]));
        pages_.remove(*old);
        delete old; // nobody finds a page there that has no document
        adopt(*page);
        page->resume();
    }
    for (const OpenSessions::Entry& entry : compared_) {
        sessions.setRuns(entry);
    }
    if (DocumentPage* page = pages.at(front_)) {
        pages.show(*page);
    }
    if (sessionsInFront_) {
        pages.showSessions();
    }
}

} // namespace lanes
