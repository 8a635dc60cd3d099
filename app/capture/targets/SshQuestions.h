// How ssh asks for passwords and passphrases when it is run for a window, which has no terminal to ask in.
#pragma once

#include <QProcessEnvironment>
#include <QString>

namespace lanes {

// Set for the program that ssh runs when it asks, and read by that (AskPass).
inline constexpr const char* kAskPassVariable = "LANESCOPE_ASKPASS";

// By the user's own askpass (SSH_ASKPASS), else by `program`, the path of lanescope; also where a terminal is there: the window may
// have been started from one that nobody looks at.
void letSshAsk(QProcessEnvironment& environment, const QString& program);

} // namespace lanes
