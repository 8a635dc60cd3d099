// Operations of the sessions page on files.
#pragma once

#include "model/base/Result.h"

#include <QString>
#include <QStringList>

class QObject;

namespace lanes {

// Renames a file within its folder and returns the new path. It never overwrites a file.
[[nodiscard]] Result<QString> renameSession(const QString& path, const QString& name);

struct Trashed {
    QStringList moved;
    QStringList failures; // one sentence each
};
// It may take long if the trash is on another disk, so call it on a worker thread.
[[nodiscard]] Trashed moveToTrash(const QStringList& paths);

// Shows the file in the desktop's file manager, selected if possible; otherwise opens its folder. Returns at once. Destroying
// `context` cancels the wait for the answer.
void revealFile(const QString& path, QObject* context);

} // namespace lanes
