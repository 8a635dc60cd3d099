// What a user made of a session, in a small JSON file: rows folded, hidden, pinned; colours; marks and their names.
#pragma once

#include "model/base/Result.h"
#include "views/shared/session/ColorBy.h"
#include "views/shared/session/RowSettings.h"
#include "views/shared/session/SessionMarks.h"

#include <QString>

#include <vector>

namespace lanes {

struct Sidecar {
    QHash<QString, RowSettings::Choice> rows;
    std::vector<SessionMark> marks; // the user's
    ColorBy coloring = ColorBy::Category;
    qint64 recordedAt = -1; // Unix time of the session's time 0, in ns: whose marks these are; -1: not known
    bool wholeSession = false; // see SessionChoices
};

// Beside the session, for whoever gets the folder: "train.lanes" -> "train.lanes.view.json".
[[nodiscard]] QString sidecarBeside(const QString& session);
// In the user's own folder for such things ($XDG_STATE_HOME/lanescope/views), named after the session's path.
[[nodiscard]] QString sidecarOfUser(const QString& session);
// The session is called otherwise now: what was kept of it goes along. What cannot be moved stays.
void moveSidecars(const QString& from, const QString& to);

// Nothing there, or nothing readable: an empty one. Unknown keys and values are left out.
[[nodiscard]] Sidecar readSidecar(const QString& path);
// Replaces the file at once or not at all, and makes the user's folder where it is missing; there the oldest go when they are
// more than kMostSidecars. Any thread, one at a time for a path. Nobody waits for the disk: a machine that loses its power may
// lose what was written last.
inline constexpr int kMostSidecars = 1000;
[[nodiscard]] Result<void> writeSidecar(const QString& path, const Sidecar& sidecar);

} // namespace lanes
