#include "app/window/page/RankOffer.h"

#include "app/window/page/DocumentPage.h"
#include "model/io/joining/TraceMerge.h"

#include <algorithm>

namespace lanes {

QList<DocumentPage*> RankOffer::ranksAmong(const QList<DocumentPage*>& pages) {
    QList<DocumentPage*> ranks;
    std::vector<std::shared_ptr<const Trace>> traces;
    for (DocumentPage* page : pages) {
        const Document& document = page->document();
        if (document.state() == Document::State::Ready && document.trace() &&
            !ranksOf(*document.trace()).empty()) {
            ranks << page;
            traces.push_back(document.trace());
        }
    }
    return ranks.size() > 1 && areRanksOfOneJob(traces) ? ranks : QList<DocumentPage*>();
}

void RankOffer::watch(const QList<DocumentPage*>& pages) {
    watched_.clear();
    for (DocumentPage* page : pages) {
        watched_ << page;
        connect(&page->document(), &Document::stateChanged, this, &RankOffer::look, Qt::UniqueConnection);
    }
    look();
}

void RankOffer::look() {
    QList<DocumentPage*> pages;
    for (const auto& page : watched_) {
        if (!page || page->document().state() == Document::State::Loading) {
            return;
        }
        pages << page;
    }
    const QList<DocumentPage*> ranks = ranksAmong(pages);
    watched_.clear();
    if (!ranks.isEmpty() && ranks.size() == pages.size()) {
        Q_EMIT offered(ranks);
    }
}

} // namespace lanes
