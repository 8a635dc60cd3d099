// One session on the sessions page, and the places where such sessions are searched.
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
    QDateTime when; // last opened or changed, whichever is later
    qint64 bytes = -1;
    bool gone = false;                 // the file no longer exists
    bool recent = false;               // the user has opened it, so it is in the settings
    std::optional<SessionFacts> facts; // nothing: not read yet
    std::optional<RunningSession> running;
};

struct SessionSources {
    QList<RecentSession> recent;
    QStringList folders; // list their *.lanes, and those below them (FoundSessions)
    QList<RunningSession> running;
};

inline constexpr int kMostFound = 200; // the newest ones of all folders

// Returns the sessions, newest first, each file once, with the facts known from before. It accesses the file system, so call it
// on a worker thread. After a stop request the result is meaningless.
[[nodiscard]] QList<SessionEntry> collectSessions(const SessionSources& sources, const std::stop_token& stop);

} // namespace lanes
