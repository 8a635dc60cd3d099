// What the capture dialog says of a host or container that could not be asked or used: the cause and what helps.
#pragma once

#include <QString>

namespace lanes {

struct FarTrouble {
    QString what;   // the cause, a sentence
    QString remedy; // what helps, a sentence, or what stands before the command; empty: nothing that is known
    QString command;    // for a shell; empty: none
    bool lasts = false; // until the user does something about it: whoever starts meets it again

    [[nodiscard]] bool isEmpty() const { return what.isEmpty(); }
    [[nodiscard]] QString inOneLine() const;
};

// `said` is what came on standard error, of ssh, docker or kubectl and of the near end; not empty.
[[nodiscard]] FarTrouble farTrouble(const QString& said, const QString& target);
// The same in one line.
[[nodiscard]] QString farComplaint(const QString& said, const QString& target);

} // namespace lanes
