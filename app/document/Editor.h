// Opens a line of source in the user's own editor.
#pragma once

#include "model/base/Result.h"

#include <QString>
#include <QStringList>

namespace lanes {

// Program and arguments that show `file` at `line`. `command`: the user's setting with {file} and {line}; else
// `environment`, the value of $VISUAL or $EDITOR; else the desktop's choice, which knows no lines. Editors that live
// in a terminal get one.
[[nodiscard]] QStringList editorCommand(const QString& command, const QString& environment,
                                        const QString& file, int line);

// Starts it and does not wait. The error names the program and the setting that changes it.
[[nodiscard]] Result<void> openInEditor(const QString& command, const QString& file, int line);

} // namespace lanes
