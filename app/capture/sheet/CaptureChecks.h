// Checks the input in the capture dialog and shows the findings in its fields. It asks interpreters and other machines.
#pragma once

#include "app/capture/CaptureCommand.h"

#include <QObject>
#include <QStringList>

namespace lanes {

class CaptureField;
class InterpreterCheck;
class ProgramPicker;
class TargetCheck;
class TargetField;
class WordCompleter;

class CaptureChecks : public QObject {
    Q_OBJECT

public:
    // The fields that show the findings. All outlive this object.
    struct Fields {
        ProgramPicker& programs;
        TargetField& target;
        CaptureField& command;
        CaptureField& folder;
        CaptureField& environment;
        CaptureField& output;
    };

    CaptureChecks(const Fields& fields, QObject* parent);

    // Sets the lanescope program that asks other hosts.
    void setRecorder(const QString& program);
    // `asks`: also ask for what is unknown so far; changed() follows when an answer arrives.
    void check(const CaptureRequest& now, bool asks);
    [[nodiscard]] const QStringList& interpretersThere() const; // of the target that answered last
    void forgetInterpreter();
    void forgetTarget();

Q_SIGNALS:
    void changed();

private:
    void checkCommand(const CaptureRequest& now);
    void checkProgram();
    void checkWhere(const CaptureRequest& now);
    void checkThere(const CaptureRequest& now, bool asks); // shows what the target says about the input
    void sayFindings(const CaptureRequest& now);
    void checkOutput(const CaptureRequest& now, bool runnable);

    Fields fields_;
    CaptureField& where_; // the field of the target
    InterpreterCheck* interpreter_;
    TargetCheck* there_;
    WordCompleter* interpretersThere_;
    WordCompleter* variables_;
};

} // namespace lanes
