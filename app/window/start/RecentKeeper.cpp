#include "app/window/start/RecentKeeper.h"

#include "app/sessions/FactsCache.h"
#include "app/settings/Settings.h"

#include <QFileInfo>

namespace lanes {
RecentKeeper::RecentKeeper(Document& document, Settings& settings)
    : QObject(&document)
    , document_(document)
    , settings_(settings) {
    connect(&document_, &Document::stateChanged, this, [this] {
        if (document_.state() == Document::State::Ready) {
            keep();
        }
    });
}

void RecentKeeper::keep() {
    const QString path = QFileInfo(document_.path()).absoluteFilePath();
    job_.run(
        [trace = document_.trace(), path](const std::stop_token& stop) {
            const SessionFacts facts = factsOf(*trace, stop);
            return !stop.stop_requested() && FactsCache::save(QFileInfo(path), facts);
        },
        [this](bool saved) {
            if (saved) {
                Q_EMIT settings_.recentSessionsChanged();
            }
        });
    settings_.addRecentSession({path, QDateTime::currentDateTime()});
}

} // namespace lanes
