// Lets ssh ask for passwords and passphrases when a window runs it, because a window has no terminal.
#pragma once

#include <QProcessEnvironment>
#include <QString>

namespace lanes {

// An environment variable for the program that ssh runs to ask; AskPass reads it.
inline constexpr const char* kAskPassVariable = "LANESCOPE_ASKPASS";

// Makes ssh ask through the user's own askpass (SSH_ASKPASS), else through `program`, the path of lanescope. This holds even
// with a terminal, because the window may have been started from a terminal that nobody watches.
void letSshAsk(QProcessEnvironment& environment, const QString& program);

} // namespace lanes
