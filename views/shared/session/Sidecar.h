// The user's settings for one session, in a small JSON file: rows folded, hidden, pinned; colours; marks and their names.
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
    std::vector<SessionMark> marks; // the user's marks only
    ColorBy coloring = ColorBy::Category;
    qint64 recordedAt = -1; // recording that the marks belong to: Unix time of its time 0, in ns; -1: unknown
    bool wholeSession = false; // see SessionChoices
};

// The file beside the session, so that it goes along with the folder: "train.lanes" -> "train.lanes.view.json".
[[nodiscard]] QString sidecarBeside(const QString& session);
// The file in the user's own folder for such files ($XDG_STATE_HOME/lanescope/views), named after the session's path.
[[nodiscard]] QString sidecarOfUser(const QString& session);
// Moves the files of a session that has been renamed. A file that cannot be moved stays.
void moveSidecars(const QString& from, const QString& to);

// Reads a file. If it is missing or unreadable the result is empty. Unknown keys and values are ignored.
[[nodiscard]] Sidecar readSidecar(const QString& path);
// Replaces the file atomically. Any thread, one at a time for each path. The user's folder is made if it is missing. If it then
// holds more than kMostSidecars files, the oldest are removed. Nothing waits for the disk, so a power failure may lose the
// newest data.
inline constexpr int kMostSidecars = 1000;
[[nodiscard]] Result<void> writeSidecar(const QString& path, const Sidecar& sidecar);

} // namespace lanes
