// What a user made of a session, in a small JSON file beside it: rows folded, hidden, pinned; marks and their names.
#pragma once

#include "model/base/Result.h"
#include "views/shared/session/SessionMarks.h"
#include "views/timeline/rows/TimelineRows.h"

#include <QString>

#include <vector>

namespace lanes {

struct Sidecar {
    RowSettings settings;
    std::vector<SessionMark> marks; // the user's
    ColorBy coloring = ColorBy::Category;
};

// "train.lanes" -> "train.lanes.view.json".
[[nodiscard]] QString sidecarPath(const QString& session);
// Nothing there, or nothing readable: an empty one. Unknown keys and values are left out.
[[nodiscard]] Sidecar readSidecar(const QString& path);
// Replaces the file at once or not at all.
[[nodiscard]] Result<void> writeSidecar(const QString& path, const Sidecar& sidecar);

} // namespace lanes
