// Opens a line of source in the user's editor.
#pragma once

#include "model/base/Result.h"

#include <QString>
#include <QStringList>

namespace lanes {

// Returns program and arguments that show `file` at `line`. `command` is the user's setting with {file} and {line}; else
// `environment`, the value of $VISUAL or $EDITOR, decides. Without both it is the desktop's choice, which ignores the line. An
// editor for terminals gets a terminal.
[[nodiscard]] QStringList editorCommand(const QString& command, const QString& environment,
                                        const QString& file, int line);

// Starts the editor without waiting for it. An error names the program and the setting to change.
[[nodiscard]] Result<void> openInEditor(const QString& command, const QString& file, int line);

} // namespace lanes
