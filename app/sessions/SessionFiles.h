// What the sessions page does to files.
#pragma once

#include "model/base/Result.h"

#include <QString>
#include <QStringList>

class QObject;

namespace lanes {

// Gives a file another name in its folder and returns the new path. Never overwrites anything.
[[nodiscard]] Result<QString> renameSession(const QString& path, const QString& name);

struct Trashed {
    QStringList moved;
    QStringList failures; // a sentence each
};
// Can take long where the trash is on another disk: for a worker thread.
[[nodiscard]] Trashed moveToTrash(const QStringList& paths);

// Shows the file in the desktop's file manager, selected where that can be; otherwise opens its folder. Waits for nothing;
// `context` outlives the answer or ends it.
void revealFile(const QString& path, QObject* context);

} // namespace lanes
