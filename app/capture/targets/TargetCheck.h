// Asks a target what a program would find there while it is typed: folder, program, torch.
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

    // The lanescope program that asks.
    void setRecorder(const QString& program) { recorder_ = program; }

    struct Question {
        QString target; // "ssh:HOST"; empty: nothing is asked
        QString folder;
        QStringList command;
        QStringList environment; // "NAME=value", each

        friend bool operator==(const Question&, const Question&) = default;
    };
    // Asks a moment later, as it is typed letter by letter; nothing is asked twice in a row. changed() follows when there is
    // an answer.
    void ask(const Question& question);
    void forget();
    [[nodiscard]] const QString& askedTarget() const { return asked_.target; }

    struct Answer {
        bool given = false;
        FarTrouble trouble; // why nothing is known; then nothing of the rest counts
        bool folderThere = false;
        bool scriptThere = false;
        QString program; // its path; empty: it cannot be run there
        QString python;  // "3.11"; empty: it is no interpreter that answers
        QString torch;   // "2.9.1"; empty: it has none
        QStringList interpreters;
        QStringList variables; // names of those that are set there
        QStringList missing;   // what given variables name and is not there, "NAME=/path"
        QString through;       // a jump host; empty: none
        qint64 answersInMs = 0;
        qint64 collectorBytes = 0;    // packed, as it travels
        bool collectorCopied = false; // just now
        QStringList devices;          // models of its NVIDIA GPUs, sorted
        QString driver;               // "575.57"; empty: none
        QString cupti;                // "12.8.90", that came with torch; empty: none
        bool profilingRestricted = false;
        qint64 sharedMemory = 0; // bytes free in /dev/shm
        bool sharedMemoryRoomy = true;
        qint64 disk = 0; // bytes free in the home folder

        // Whether it has been asked in vain.
        [[nodiscard]] bool failed() const { return given && !trouble.isEmpty(); }
    };
    // To what was asked last.
    [[nodiscard]] const Answer& answer() const { return answer_; }
    // What it says to the user, and in which field; nothing as long as there is no answer.
    struct Finding {
        enum class Field { Where, Folder, Command, Environment };
        Field field;
        CaptureField::Tone tone;
        QString text;
        FarTrouble trouble = {}; // with its remedy, of the field Where
    };
    [[nodiscard]] std::optional<Finding> finding() const;
    // Beside it; nothing as long as there is nothing to be said.
    [[nodiscard]] std::optional<Finding> findingOfEnvironment() const;
    // Of the folder's name there.
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
