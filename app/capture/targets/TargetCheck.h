// Asks a target what a program would find there, while the user types: folder, program, torch.
#pragma once

#include "app/capture/sheet/CaptureField.h"
#include "app/capture/targets/FarComplaint.h"

#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <optional>

class QCompleter;
class QJsonObject;
class QProcess;
class QStringListModel;

namespace lanes {

class TargetCheck : public QObject {
    Q_OBJECT

public:
    explicit TargetCheck(QObject* parent = nullptr);
    ~TargetCheck() override;

    // Sets the lanescope program that asks.
    void setRecorder(const QString& program) { recorder_ = program; }

    struct Question {
        QString target; // "ssh:HOST"; empty: no question
        QString folder;
        QStringList command;
        QStringList environment; // each "NAME=value"

        friend bool operator==(const Question&, const Question&) = default;
    };
    // Asks a moment later, because the user types letter by letter. It never asks the same twice in a row. changed() follows
    // when an answer arrives.
    void ask(const Question& question);
    void forget();
    [[nodiscard]] const QString& askedTarget() const { return asked_.target; }

    struct Answer {
        bool given = false;
        FarTrouble trouble; // why the target did not answer; then the other members do not count
        bool folderThere = false;
        bool scriptThere = false;
        QString program; // its path; empty: it cannot be run there
        QString python;  // "3.11"; empty: no interpreter that answers
        QString torch;   // "2.9.1"; empty: no torch
        QStringList interpreters;
        QStringList variables; // names of those that are set there
        QStringList missing;   // "NAME=/path": variables given whose paths do not exist there
        QString through;       // a jump host; empty: none
        qint64 answersInMs = 0;
        qint64 collectorBytes = 0;    // packed, as transferred
        bool collectorCopied = false; // copied just now
        QStringList devices;          // models of its NVIDIA GPUs, sorted
        QString driver;               // "575.57"; empty: none
        QString cupti;                // "12.8.90", installed with torch; empty: none
        bool profilingRestricted = false;
        qint64 sharedMemory = 0; // bytes free in /dev/shm
        bool sharedMemoryRoomy = true;
        qint64 disk = 0; // bytes free in the home folder

        // True: the target was asked in vain.
        [[nodiscard]] bool failed() const { return given && !trouble.isEmpty(); }
    };
    // The answer to the last question.
    [[nodiscard]] const Answer& answer() const { return answer_; }
    // A message for the user, and the field it belongs to; nothing while there is no answer.
    struct Finding {
        enum class Field { Where, Folder, Command, Environment };
        Field field;
        CaptureField::Tone tone;
        QString text;
        FarTrouble trouble = {}; // for the field Where, with its remedy
    };
    [[nodiscard]] std::optional<Finding> finding() const;
    // A further message about the environment; nothing if there is none.
    [[nodiscard]] std::optional<Finding> findingOfEnvironment() const;
    // Completes names of folders there.
    [[nodiscard]] QCompleter& completer() const { return *completer_; }

Q_SIGNALS:
    void changed();

private:
    void start();
    void take();
    void takeMachine(const QJsonObject& machine);
    void takeWay(const QJsonObject& way);
    void stopAsking();

    QString recorder_;
    QStringListModel* folders_;
    QCompleter* completer_;
    QTimer pause_;
    QProcess* asking_ = nullptr;
    Question asked_;
    Answer answer_;
};

} // namespace lanes
