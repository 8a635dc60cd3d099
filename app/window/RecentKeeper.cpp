#include "app/window/RecentKeeper.h"

#include "app/document/Thumbnail.h"
#include "app/settings/Settings.h"
#include "views/shared/Text.h"

#include <QFileInfo>

namespace lanes {
namespace {

RecentSession factsOf(const Document& document) {
    RecentSession session;
    session.path = QFileInfo(document.path()).absoluteFilePath();
    session.opened = QDateTime::currentDateTime();
    const Trace& trace = *document.trace();
    session.durationNs = trace.span().length();
    session.events = trace.sliceCount();
    for (const Process& process : trace.processes()) {
        if (process.kind == Process::Kind::Device) {
            session.device = toQString(process.label.empty() ? process.name : process.label);
            break;
        }
    }
    QStringList command;
    for (const std::string& word : trace.info().command) {
        command << toQString(word);
    }
    session.command = command.join(QLatin1Char(' '));
    return session;
}

} // namespace

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
    const RecentSession session = factsOf(document_);
    settings_.addRecentSession(session);
    job_.run(
        [trace = document_.trace(), path = session.path](std::stop_token stop) {
            const QImage image = makeThumbnail(*trace, std::move(stop));
            return !image.isNull() && saveThumbnail(path, image);
        },
        [this](bool saved) {
            if (saved) {
                Q_EMIT settings_.recentSessionsChanged();
            }
        });
}

} // namespace lanes
