// What the fields of the capture dialog say of what is typed into them. Asks interpreters and other machines for it.
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
    // Those that it speaks in; all of them outlive it.
    struct Fields {
        ProgramPicker& programs;
        TargetField& target;
        CaptureField& command;
        CaptureField& folder;
        CaptureField& environment;
        CaptureField& output;
    };

    CaptureChecks(const Fields& fields, QObject* parent);

    // The lanescope program that asks other hosts.
    void setRecorder(const QString& program);
    // `asks`: whether to ask for what is not known yet; changed() follows when there is an answer.
    void check(const CaptureRequest& now, bool asks);
    [[nodiscard]] const QStringList& interpretersThere() const; // of the target that has answered last
    void forgetInterpreter();
    void forgetTarget();

Q_SIGNALS:
    void changed();

private:
    void checkCommand(const CaptureRequest& now);
    void checkProgram();
    void checkWhere(const CaptureRequest& now);
    void checkThere(const CaptureRequest& now, bool asks); // what the target says of what is typed
    void sayFindings(const CaptureRequest& now);
    void checkOutput(const CaptureRequest& now, bool runnable);

    Fields fields_;
    CaptureField& where_; // of the target
    InterpreterCheck* interpreter_;
    TargetCheck* there_;
    WordCompleter* interpretersThere_;
    WordCompleter* variables_;
};

} // namespace lanes
