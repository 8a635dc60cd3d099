// Facts about sessions read before, in the user's cache folder. The key is path, size and time of the last change.
#pragma once

#include "app/sessions/SessionFacts.h"

#include <QFileInfo>

#include <optional>

namespace lanes {

// Any thread; several programs may use it at once. The content of the files is checked for its form and trusted no further.
class FactsCache {
public:
    static constexpr int kMost = 500; // files; the oldest are removed first

    // Nothing: the session has changed since, or was never read.
    [[nodiscard]] static std::optional<SessionFacts> load(const QFileInfo& session);
    // False: the cache folder cannot be written. Everything works without the cache, but more slowly.
    static bool save(const QFileInfo& session, const SessionFacts& facts);
};

} // namespace lanes
