// The window's dialogs about files.
#pragma once

#include "model/base/Result.h"

#include <QString>
#include <QStringList>

class QMimeData;
class QWidget;

namespace lanes {

// Empty: the user cancelled.
[[nodiscard]] QStringList askForSessions(QWidget* window);

// Returns the local files in a drop.
[[nodiscard]] QStringList localFiles(const QMimeData& data);

// Asks for a place and writes a picture of the view. Returns the path written; empty: the user cancelled.
[[nodiscard]] Result<QString> savePictureOf(QWidget& view, const QString& name);

} // namespace lanes
