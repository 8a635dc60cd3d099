// The content of the capture dialog: checked, and turned into a command.
#pragma once

#include "app/capture/CaptureOptions.h"

#include <QString>
#include <QStringList>

namespace lanes {

struct CaptureRequest {
    QString command; // one line, as in a shell but without its expansions; may begin with NAME=value
    QString folder;  // where the program runs; with a target: its folder there, empty for the home folder
    // Path of the session; {name} and {date} are replaced. A relative path is below `folder`, with a target below our current
    // folder.
    QString output;
    QString environment; // NAME=value, separated by blanks; for the program only
    CaptureOptions recording;
    QString target; // as in `record --on`; several, separated by blanks: one job on all; empty: here
    // Pid of a running program to attach to; `command` is its command. 0: `command` is started.
    qint64 process = 0;
    bool attach = false; // attach to a running program, even if none is chosen yet

    // A sentence why the field keeps the capture from starting; empty: the field is good.
    [[nodiscard]] QString commandError() const;
    [[nodiscard]] QString targetError() const;
    [[nodiscard]] QString folderError() const;
    [[nodiscard]] QString environmentError() const;
    [[nodiscard]] QString outputError() const;
    [[nodiscard]] bool valid() const;

    [[nodiscard]] QStringList targets() const;
    // True: the target, or the first of several, can be asked what the program would find there.
    [[nodiscard]] bool canBeLookedAt() const;
    [[nodiscard]] bool onImage() const; // a target is an image: a container of it is made
    // Absolute path of the session, with the present time.
    [[nodiscard]] QString outputPath() const;
    // That path, and for a job on several targets the path of each target's session.
    [[nodiscard]] QStringList outputPaths(const QString& whole) const;
    // The folder in which `lanescope` runs.
    [[nodiscard]] QString workingFolder() const;
    // Arguments for `lanescope` that start this capture.
    [[nodiscard]] QStringList arguments(const QString& outputPath) const;
    // "NAME=value" of both fields, those of the command last. Empty with a target, as arguments() contains them, and when
    // attaching.
    [[nodiscard]] QStringList variables() const;
    // The same variables wherever the program runs; empty while the field has errors.
    [[nodiscard]] QStringList goodVariables() const;
    // The same capture as a command for a shell.
    [[nodiscard]] QString shellCommand() const;
    // Program and arguments, as understood where they run.
    [[nodiscard]] QStringList commandWords() const;
    // Path of the interpreter whose torch would be recorded, found for "python3" and the like; or empty.
    [[nodiscard]] QString interpreter() const;
    // Returns the request with another interpreter. It replaces the one in the command, or is put before the script.
    [[nodiscard]] CaptureRequest withInterpreter(const QString& path) const;

private:
    [[nodiscard]] QStringList allVariables() const;
    [[nodiscard]] QStringList options() const; // options of `record`
};

} // namespace lanes
