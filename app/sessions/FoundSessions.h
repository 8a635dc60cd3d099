// Sessions that lie in a folder and below it: what a user has recorded and not opened yet.
#pragma once

#include <QStringList>

#include <cstdint>
#include <stop_token>
#include <vector>

namespace lanes {

struct FoundSession {
    QString path; // absolute
    std::int64_t changed = 0;
};

// How far a search goes. A home folder has more below it than anybody waits for.
struct SearchBounds {
    int depth = 3;         // folders below the given ones
    int folders = 2000;    // that are looked into
    int entries = 100'000; // of all of them
};

// The *.lanes below `folders`, those that are nearest first as far as the bounds go; no hidden folder, none that a link leads
// to or that is on another disk, and none of programs' own (node_modules and its like). Asks the file system: for a worker
// thread.
[[nodiscard]] std::vector<FoundSession> findSessions(const QStringList& folders, const std::stop_token& stop,
                                                     const SearchBounds& bounds = {});

} // namespace lanes
