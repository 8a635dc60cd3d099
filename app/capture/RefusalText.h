// Translates the reason why a running program cannot be attached to.
#pragma once

#include <QString>

namespace lanes {

// Translates the refusal of attach::PythonProgram, or the part of it after "Process 7 ". An unknown sentence stays English.
[[nodiscard]] QString refusalText(const QString& english);

} // namespace lanes
