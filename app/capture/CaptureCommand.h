// What the capture dialog was filled with, checked, as a command.
#pragma once

#include <QString>
#include <QStringList>

namespace lanes {

struct CaptureRequest {
    QString command; // one line, as in a shell but without its expansions
    QString folder;  // where the program runs
    QString output;  // session; {name} and {date} are filled in; relative: below the folder

    // A sentence for a field that keeps the capture from starting; empty: good.
    [[nodiscard]] QString commandError() const;
    [[nodiscard]] QString folderError() const;
    [[nodiscard]] QString outputError() const;
    [[nodiscard]] bool valid() const;

    // Absolute path of the session, at this moment.
    [[nodiscard]] QString outputPath() const;
    // Arguments of `lanescope` that do it.
    [[nodiscard]] QStringList arguments(const QString& outputPath) const;
    // The same for a shell.
    [[nodiscard]] QString shellCommand() const;
    // The interpreter whose torch would be recorded ("python3"), or empty.
    [[nodiscard]] QString interpreter() const;
};

// "~" and "~/x" as the shell has them.
[[nodiscard]] QString expandHome(const QString& path);

} // namespace lanes
