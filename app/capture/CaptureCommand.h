// What the capture dialog was filled with, checked, as a command.
#pragma once

#include <QString>
#include <QStringList>

namespace lanes {

struct CaptureRequest {
    QString command;     // one line, as in a shell but without its expansions; may begin with NAME=value
    QString folder;      // where the program runs
    QString output;      // session; {name} and {date} are filled in; relative: below the folder
    QString environment; // NAME=value, apart by blanks; for the program only
    QString cupti;       // as in `record --cupti`; empty: the recorder's own choice

    // A sentence for a field that keeps the capture from starting; empty: good.
    [[nodiscard]] QString commandError() const;
    [[nodiscard]] QString folderError() const;
    [[nodiscard]] QString environmentError() const;
    [[nodiscard]] QString outputError() const;
    [[nodiscard]] bool valid() const;

    // Absolute path of the session, at this moment.
    [[nodiscard]] QString outputPath() const;
    // Arguments of `lanescope` that do it.
    [[nodiscard]] QStringList arguments(const QString& outputPath) const;
    // "NAME=value" of both fields, the command's last.
    [[nodiscard]] QStringList variables() const;
    // The same for a shell.
    [[nodiscard]] QString shellCommand() const;
    // The interpreter whose torch would be recorded ("python3"), or empty.
    [[nodiscard]] QString interpreter() const;
    // The same with another interpreter in its command: in the place of the one there, or before the script.
    [[nodiscard]] CaptureRequest withInterpreter(const QString& path) const;
};

// Python interpreters that this folder's programs are likely to run with: of virtual environments in it, of the
// active environment, of the search path. Absolute, each once; asks only the file system.
[[nodiscard]] QStringList interpretersFor(const QString& folder);

} // namespace lanes
