// Facts of sessions that have been read before, in the user's cache folder: by path, size and time of the last change.
#pragma once

#include "app/sessions/SessionFacts.h"

#include <QFileInfo>

#include <optional>

namespace lanes {

// Any thread, several programs at a time. What stands in the files is believed no further than its shape.
class FactsCache {
public:
    static constexpr int kMost = 500; // files; the oldest go first

    // Nothing: the file has changed since, or was never read.
    [[nodiscard]] static std::optional<SessionFacts> load(const QFileInfo& session);
    // False where the cache folder cannot be written: everything works without it, more slowly.
    static bool save(const QFileInfo& session, const SessionFacts& facts);
};

} // namespace lanes
