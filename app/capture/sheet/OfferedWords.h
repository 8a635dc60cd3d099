// What the fields of the capture dialog offer to be chosen, or while they are typed.
#pragma once

#include <QString>
#include <QStringList>

namespace lanes {

// Python interpreters that this folder's programs are likely to run with: of virtual environments in it, of the
// active environment, of the search path. Absolute, each once; asks only the file system.
[[nodiscard]] QStringList interpretersFor(const QString& folder);

// For the command: these interpreters, and those of a virtual environment as a program in its folder names them.
[[nodiscard]] QStringList offeredInterpreters(const QStringList& paths);

// For the environment: "NAME=" of what programs with torch are steered by, and of what is set.
[[nodiscard]] QStringList offeredVariables(const QStringList& set);

} // namespace lanes
