#include "app/sessions/SessionEntry.h"

#include "app/sessions/FactsCache.h"
#include "app/sessions/FoundSessions.h"

#include <QDir>
#include <QFileInfo>
#include <QHash>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

// Entries by path, in any order.
class Shelf {
public:
    SessionEntry& add(const QString& path) {
        const QString clean = QDir::cleanPath(path);
        const auto known = index_.constFind(clean);
        if (known != index_.cend()) {
            return entries_[*known];
        }
        index_.insert(clean, entries_.size());
        entries_.append(entryOf(clean));
        return entries_.back();
    }
    [[nodiscard]] QList<SessionEntry> take() {
        std::ranges::stable_sort(entries_, std::ranges::greater(), &SessionEntry::when);
        return std::move(entries_);
    }

private:
    static SessionEntry entryOf(const QString& path) {
        const QFileInfo file(path);
        SessionEntry entry;
        entry.path = path;
        entry.gone = !file.exists();
        if (entry.gone) {
            return entry;
        }
        entry.when = file.lastModified();
        if (file.isFile()) {
            entry.bytes = file.size();
            entry.facts = FactsCache::load(file);
        } else {
            entry.facts = SessionFacts(); // no file of ours: nothing is read, opening it says why
        }
        return entry;
    }

    QList<SessionEntry> entries_;
    QHash<QString, qsizetype> index_;
};

void addFound(Shelf& shelf, const QStringList& folders, const std::stop_token& stop) {
    std::vector<FoundSession> found = findSessions(folders, stop);
    std::ranges::stable_sort(found, std::ranges::greater(), &FoundSession::changed);
    found.resize(std::min<std::size_t>(found.size(), kMostFound));
    for (const FoundSession& session : found) {
        shelf.add(session.path);
    }
}

} // namespace

QList<SessionEntry> collectSessions(const SessionSources& sources, const std::stop_token& stop) {
    Shelf shelf;
    addFound(shelf, sources.folders, stop);
    for (const RecentSession& session : sources.recent) {
        if (stop.stop_requested()) {
            return {};
        }
        SessionEntry& entry = shelf.add(session.path);
        entry.recent = true;
        entry.when = entry.when.isValid() ? std::max(entry.when, session.opened) : session.opened;
    }
    for (const RunningSession& running : sources.running) {
        SessionEntry& entry = shelf.add(running.path);
        entry.running = running;
        entry.gone = false; // it may be about to be made
        entry.facts.reset();
    }
    return shelf.take();
}

} // namespace lanes
