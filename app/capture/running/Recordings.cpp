#include "app/capture/running/Recordings.h"

#include "collector/recorder/host/RunningRecordings.h"
#include "views/shared/text/Text.h"

#include <algorithm>

namespace lanes {
namespace {

constexpr int kTickMs = 500;

} // namespace

Recordings::Recordings(QObject* parent)
    : QObject(parent) {
    connect(&tick_, &QTimer::timeout, this, &Recordings::look);
    tick_.start(kTickMs);
    look();
}

void Recordings::look() {
    job_.run([](const std::stop_token&) { return recorder::runningRecordings(); },
             [this](const std::vector<std::string>& folders) { take(folders); });
}

void Recordings::take(const std::vector<std::string>& folders) {
    bool fewer = false;
    for (auto it = links_.begin(); it != links_.end();) {
        if (std::ranges::find(folders, it->first) == folders.end()) {
            fewer = true;
            it->second->deleteLater();
            it = links_.erase(it);
        } else {
            ++it;
        }
    }
    for (const std::string& folder : folders) {
        RecordingLink*& link = links_[folder];
        if (link == nullptr) {
            link = new RecordingLink(folder, this);
            connect(link, &RecordingLink::changed, this, &Recordings::changed);
            connect(link, &RecordingLink::told, this, &Recordings::told);
            connect(link, &RecordingLink::refused, this, &Recordings::refused);
        }
        link->poll();
    }
    if (fewer) {
        Q_EMIT changed();
    }
}

QList<RecordingLink*> Recordings::all() const {
    QStringList fetched; // "captures/NAME/session.lanes" of those whose near end is here
    for (const auto& [folder, link] : links_) {
        if (link->status() && !link->status()->capture.empty()) {
            fetched << QStringLiteral("/captures/%1/session.lanes").arg(toQString(link->status()->capture));
        }
    }
    const auto isFarEnd = [&fetched](const RecordingLink& link) {
        const QString session = link.session();
        return std::ranges::any_of(fetched, [&](const QString& end) { return session.endsWith(end); });
    };
    QList<RecordingLink*> known;
    for (const auto& [folder, link] : links_) {
        if (link->status() && !isFarEnd(*link)) {
            known << link;
        }
    }
    return known;
}

RecordingLink* Recordings::of(const QString& session) const {
    for (const auto& [folder, link] : links_) {
        if (link->status() && link->session() == session) {
            return link;
        }
    }
    return nullptr;
}

} // namespace lanes
