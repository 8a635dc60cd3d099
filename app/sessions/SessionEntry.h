// One session of the sessions page, and where such sessions are looked for.
#pragma once

#include "app/sessions/SessionFacts.h"
#include "app/settings/Settings.h"

#include <QDateTime>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>
#include <stop_token>

namespace lanes {

// A recording that runs now.
struct RunningSession {
    QString path; // absolute
    QString program;
    qint64 durationNs = 0;
    qint64 events = 0;
    bool paused = false;

    friend bool operator==(const RunningSession&, const RunningSession&) = default;
};

struct SessionEntry {
    QString path;   // absolute, clean
    QDateTime when; // opened or changed last, whichever is later
    qint64 bytes = -1;
    bool gone = false;                 // the file is no longer there
    bool recent = false;               // the user has opened it: it stands in the settings
    std::optional<SessionFacts> facts; // nothing: still to be read
    std::optional<RunningSession> running;
};

struct SessionSources {
    QList<RecentSession> recent;
    QStringList folders; // whose *.lanes are listed, and those below them (FoundSessions)
    QList<RunningSession> running;
};

inline constexpr int kMostFound = 200; // in all folders, the newest

// Newest first, each file once, with the facts that are known from before. Asks the file system: for a worker thread.
// What it has when stopped counts for nothing.
[[nodiscard]] QList<SessionEntry> collectSessions(const SessionSources& sources, const std::stop_token& stop);

} // namespace lanes
