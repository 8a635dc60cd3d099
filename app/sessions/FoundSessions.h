// Finds sessions in a folder and below it, which the user has recorded but not opened yet.
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

// Limits of a search, because the whole of a home folder would take too long.
struct SearchBounds {
    int depth = 3;         // folders below the given ones
    int folders = 2000;    // number of folders read
    int entries = 100'000; // directory entries in all folders
};

// Returns the *.lanes below `folders` within the limits, the nearest first. It leaves out hidden folders, folders behind links
// or on another disk, and folders of programs (node_modules and the like). It accesses the file system, so call it on a worker
// thread.
[[nodiscard]] std::vector<FoundSession> findSessions(const QStringList& folders, const std::stop_token& stop,
                                                     const SearchBounds& bounds = {});

} // namespace lanes
