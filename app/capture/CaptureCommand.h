// What the capture dialog was filled with, checked, as a command.
#pragma once

#include "app/capture/CaptureOptions.h"

#include <QString>
#include <QStringList>

namespace lanes {

struct CaptureRequest {
    QString command; // one line, as in a shell but without its expansions; may begin with NAME=value
    QString folder;  // where the program runs; of a target: there, empty for the home folder
    // Session; {name} and {date} are filled in; relative: below the folder, of a target below ours.
    QString output;
    QString environment; // NAME=value, apart by blanks; for the program only
    CaptureOptions recording;
    QString target; // as in `record --on`, several apart by blanks: a job on each; empty: here
    // A program that runs already and is attached to, whose command is `command`; 0: the command is started.
    qint64 process = 0;
    bool attach = false; // a running program is wanted, whether one is chosen or not

    // A sentence for a field that keeps the capture from starting; empty: good.
    [[nodiscard]] QString commandError() const;
    [[nodiscard]] QString targetError() const;
    [[nodiscard]] QString folderError() const;
    [[nodiscard]] QString environmentError() const;
    [[nodiscard]] QString outputError() const;
    [[nodiscard]] bool valid() const;

    [[nodiscard]] QStringList targets() const;
    // Whether its target, of several the first, can be asked what the program would find there.
    [[nodiscard]] bool canBeLookedAt() const;
    [[nodiscard]] bool onImage() const; // a container of it is made for the capture
    // Absolute path of the session, at this moment.
    [[nodiscard]] QString outputPath() const;
    // That, and of a job on several targets the session that comes from each.
    [[nodiscard]] QStringList outputPaths(const QString& whole) const;
    // Where `lanescope` runs.
    [[nodiscard]] QString workingFolder() const;
    // Arguments of `lanescope` that do it.
    [[nodiscard]] QStringList arguments(const QString& outputPath) const;
    // "NAME=value" of both fields, the command's last; of a target they stand in arguments().
    [[nodiscard]] QStringList variables() const;
    // The same, wherever it runs; none while they are no variables.
    [[nodiscard]] QStringList goodVariables() const;
    // The same for a shell.
    [[nodiscard]] QString shellCommand() const;
    // Program and arguments, as they are understood where they run.
    [[nodiscard]] QStringList commandWords() const;
    // The interpreter whose torch would be recorded ("python3"), or empty.
    [[nodiscard]] QString interpreter() const;
    // The same with another interpreter in its command: in the place of the one there, or before the script.
    [[nodiscard]] CaptureRequest withInterpreter(const QString& path) const;

private:
    [[nodiscard]] QStringList allVariables() const;
    [[nodiscard]] QStringList options() const; // of `record`
};

} // namespace lanes
