// What the window asks the user about files.
#pragma once

#include "model/base/Result.h"

#include <QString>
#include <QStringList>

class QMimeData;
class QWidget;

namespace lanes {

// Empty when the user changed his mind.
[[nodiscard]] QStringList askForSessions(QWidget* window);

// The files of this machine that a drop carries.
[[nodiscard]] QStringList localFiles(const QMimeData& data);

// Asks where and writes what the view shows. The path written, empty when the user changed his mind.
[[nodiscard]] Result<QString> savePictureOf(QWidget& view, const QString& name);

} // namespace lanes
