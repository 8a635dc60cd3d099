// Why a running program cannot be attached to, in the window's language.
#pragma once

#include <QString>

namespace lanes {

// Of attach::PythonProgram's refusal, or what stands in it after "Process 7 ". What is not known stays English.
[[nodiscard]] QString refusalText(const QString& english);

} // namespace lanes
