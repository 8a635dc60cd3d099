#include "app/window/page/RankOffer.h"

#include "app/window/page/DocumentPage.h"
#include "model/analysis/ranks/RankAlignment.h"
#include "model/io/joining/CaptureJoin.h"
#include "model/io/joining/TraceMerge.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace lanes {
namespace {

class OfferWords {
    Q_DECLARE_TR_FUNCTIONS(RankOffer)
};

// Reads all files as one session; only for what belongs together.
TraceLoader loaderOfAll(const QStringList& files) {
    return [files](const std::string& name, const OpenOptions& options) -> TraceResult {
        std::vector<std::string> paths;
        for (const QString& file : files) {
            paths.push_back(file.toStdString());
        }
        auto traces = openTraces(paths, options, &alignRanks);
        if (!traces) {
            return traces.error();
        }
        if (traces.value().size() != 1) {
            return Error{OfferWords::tr("%1 no longer belong together; open them one by one.")
                             .arg(QString::fromStdString(name))
                             .toStdString()};
        }
        return traces.value().front();
    };
}

} // namespace

QList<DocumentPage*> RankOffer::ranksAmong(const QList<DocumentPage*>& pages, DocumentPage* front) {
    QList<DocumentPage*> candidates = pages;
    candidates.removeIf([](DocumentPage* page) {
        const Document& document = page->document();
        return document.state() != Document::State::Ready || !document.trace() ||
               ranksOf(*document.trace()).empty();
    });
    const QList<DocumentPage*> seeds = candidates.contains(front) ? QList{front} + candidates : candidates;
    for (DocumentPage* seed : seeds) {
        QList<DocumentPage*> ranks{seed};
        std::vector<std::shared_ptr<const Trace>> traces{seed->document().trace()};
        for (DocumentPage* other : candidates) {
            traces.push_back(other->document().trace());
            if (other != seed && areRanksOfOneJob(traces)) {
                ranks << other;
            } else {
                traces.pop_back();
            }
        }
        if (ranks.size() > 1) {
            std::ranges::sort(ranks, {}, [&](DocumentPage* page) { return pages.indexOf(page); });
            return ranks;
        }
    }
    return {};
}

std::unique_ptr<Document> RankOffer::asOne(const QList<DocumentPage*>& parts) {
    QStringList files;
    QStringList names;
    for (const DocumentPage* page : parts) {
        files << page->document().path();
        names << page->document().shortName();
    }
    const QString folder = QFileInfo(files.front()).path();
    return std::make_unique<Document>(folder + QLatin1Char('/') + names.join(QStringLiteral(", ")),
                                      loaderOfAll(files));
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
        return;
    }
    std::vector<std::shared_ptr<const Trace>> traces;
    traces.reserve(static_cast<std::size_t>(pages.size()));
    for (const DocumentPage* page : pages) {
        const Document& document = page->document();
        if (document.state() != Document::State::Ready || !document.trace()) {
            return;
        }
        traces.push_back(document.trace());
    }
    if (areCapturesOfOne(traces)) {
        Q_EMIT capturesOffered(pages);
    }
}

} // namespace lanes
