// Turns error messages of a host or container that could not be reached or used into a cause and a remedy for the capture
// dialog.
#pragma once

#include <QString>

namespace lanes {

struct FarTrouble {
    QString what;       // the cause, a sentence
    QString remedy;     // a sentence, or the words before `command`; empty: no known remedy
    QString command;    // for a shell; empty: none
    bool lasts = false; // the error stays until the user acts, so a capture would meet it, too

    [[nodiscard]] bool isEmpty() const { return what.isEmpty(); }
    [[nodiscard]] QString inOneLine() const;
};

// `said` is the text on standard error of ssh, docker or kubectl and of the near end; not empty.
[[nodiscard]] FarTrouble farTrouble(const QString& said, const QString& target);
// The same in one line.
[[nodiscard]] QString farComplaint(const QString& said, const QString& target);

} // namespace lanes
