#include "app/capture/targets/TargetCheck.h"

#include "app/capture/targets/SshQuestions.h"

#include <QCompleter>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStringListModel>

#include <utility>

namespace lanes {
namespace {

constexpr int kTypingPauseMs = 500;

QStringList listIn(const QJsonObject& object, const char* name) {
    QStringList words;
    for (const QJsonValue word : object[QLatin1String(name)].toArray()) {
        words << word.toString();
    }
    return words;
}

} // namespace

TargetCheck::TargetCheck(QObject* parent)
    : QObject(parent)
    , folders_(new QStringListModel(this))
    , completer_(new QCompleter(folders_, this)) {
    pause_.setSingleShot(true);
    pause_.setInterval(kTypingPauseMs);
    connect(&pause_, &QTimer::timeout, this, &TargetCheck::start);
}

TargetCheck::~TargetCheck() {
    stopAsking();
}

void TargetCheck::stopAsking() {
    pause_.stop();
    if (QProcess* before = std::exchange(asking_, nullptr)) {
        before->disconnect(this);
        before->terminate();
        before->setParent(nullptr);
        connect(before, &QProcess::finished, before, &QObject::deleteLater);
    }
}

void TargetCheck::forget() {
    stopAsking();
    asked_ = {};
    answer_ = {};
}

void TargetCheck::ask(const Question& question) {
    if (question == asked_) {
        return;
    }
    // what is known of the same place stays until there is more
    Answer known = question.target == asked_.target ? answer_ : Answer();
    forget();
    asked_ = question;
    if (!question.target.isEmpty()) {
        known.given = false;
        answer_ = std::move(known);
        pause_.start();
    }
}

std::optional<TargetCheck::Finding> TargetCheck::finding() const {
    using Tone = CaptureField::Tone;
    using Field = Finding::Field;
    const QString& there = asked_.target;
    if (!answer_.given) {
        return std::nullopt;
    }
    if (answer_.failed()) {
        return Finding{Field::Where, answer_.trouble.lasts ? Tone::Bad : Tone::Warning, answer_.trouble.what,
                       answer_.trouble};
    }
    if (!answer_.folderThere) {
        return Finding{Field::Folder, Tone::Bad,
                       tr("There is no such folder on %1. Choose another one.").arg(there)};
    }
    if (asked_.command.isEmpty()) {
        return std::nullopt;
    }
    if (answer_.program.isEmpty()) {
        return Finding{Field::Command, Tone::Bad,
                       tr("There is no program “%1” on %2 that can be run. Give its path.")
                           .arg(asked_.command.value(0), there)};
    }
    if (!answer_.scriptThere) {
        return Finding{Field::Command, Tone::Bad,
                       tr("%1 is not in this folder on %2. Choose the folder that it is in.")
                           .arg(asked_.command.value(1), there)};
    }
    if (answer_.python.isEmpty()) {
        return Finding{Field::Command, Tone::Good,
                       tr("%1 on %2. Ready to record.").arg(answer_.program, there)};
    }
    if (answer_.torch.isEmpty()) {
        return Finding{Field::Command, Tone::Warning,
                       tr("Python %1 on %2 has no torch: choose another Python, or install torch.")
                           .arg(answer_.python, there)};
    }
    return Finding{
        Field::Command, Tone::Good,
        tr("Python %1, torch %2 on %3. Ready to record.").arg(answer_.python, answer_.torch, there)};
}

std::optional<TargetCheck::Finding> TargetCheck::findingOfEnvironment() const {
    using Tone = CaptureField::Tone;
    const auto say = [](Tone tone, const QString& text) {
        return Finding{Finding::Field::Environment, tone, text};
    };
    if (!answer_.missing.isEmpty()) {
        const QString first = answer_.missing.front();
        return say(Tone::Warning, tr("%1: there is no %2 on %3.")
                                      .arg(first.section(QLatin1Char('='), 0, 0),
                                           first.section(QLatin1Char('='), 1), asked_.target));
    }
    for (const QString& variable : asked_.environment) {
        const QString name = variable.section(QLatin1Char('='), 0, 0);
        if (answer_.variables.contains(name)) {
            return say(Tone::Quiet, tr("%1 is set on %2; yours takes its place.").arg(name, asked_.target));
        }
    }
    return std::nullopt;
}

void TargetCheck::start() {
    QStringList words{QStringLiteral("look"), QStringLiteral("--json"), QStringLiteral("--on"),
                      asked_.target};
    if (!asked_.folder.isEmpty()) {
        words << QStringLiteral("--folder=") + asked_.folder;
    }
    for (const QString& variable : asked_.environment) {
        words << QStringLiteral("--env=") + variable;
    }
    words << QStringLiteral("--") << asked_.command;
    asking_ = new QProcess(this);
    connect(asking_, &QProcess::finished, this, &TargetCheck::take);
    connect(asking_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            take();
        }
    });
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    letSshAsk(environment, recorder_);
    asking_->setProcessEnvironment(environment);
    asking_->setStandardInputFile(QProcess::nullDevice());
    asking_->start(recorder_, words);
}

void TargetCheck::takeMachine(const QJsonObject& machine) {
    answer_.devices = listIn(machine, "devices");
    answer_.driver = machine[QLatin1String("driver")].toString();
    answer_.profilingRestricted = machine[QLatin1String("profiling_restricted")].toBool();
    answer_.sharedMemory = machine[QLatin1String("shared_memory_bytes")].toInteger();
    answer_.sharedMemoryRoomy = machine[QLatin1String("shared_memory_roomy")].toBool();
    answer_.disk = machine[QLatin1String("disk_bytes")].toInteger();
}

void TargetCheck::takeWay(const QJsonObject& way) {
    answer_.through = way[QLatin1String("through")].toString();
    answer_.answersInMs = way[QLatin1String("answers_in_ms")].toInteger();
    answer_.collectorBytes = way[QLatin1String("collector_bytes")].toInteger();
    answer_.collectorCopied = way[QLatin1String("collector_copied")].toBool();
}

void TargetCheck::take() {
    QProcess* done = std::exchange(asking_, nullptr);
    const bool good = done->error() != QProcess::FailedToStart &&
                      done->exitStatus() == QProcess::NormalExit && done->exitCode() == 0;
    answer_ = {};
    answer_.given = true;
    if (good) {
        const QJsonObject said = QJsonDocument::fromJson(done->readAllStandardOutput()).object();
        answer_.folderThere = said[QLatin1String("folder_there")].toBool();
        answer_.scriptThere = said[QLatin1String("script_there")].toBool();
        answer_.program = said[QLatin1String("program")].toString();
        answer_.python = said[QLatin1String("python")].toString();
        answer_.torch = said[QLatin1String("torch")].toString();
        folders_->setStringList(listIn(said, "folders"));
        answer_.interpreters = listIn(said, "interpreters");
        answer_.variables = listIn(said, "variables");
        answer_.missing = listIn(said, "missing");
        answer_.cupti = said[QLatin1String("cupti")].toString();
        takeMachine(said[QLatin1String("machine")].toObject());
        takeWay(said[QLatin1String("way")].toObject());
    } else {
        const QString said = QString::fromUtf8(done->readAllStandardError());
        answer_.trouble =
            said.trimmed().isEmpty()
                ? FarTrouble{tr("No answer from %1; 'lanescope look --on' in a shell says more.")
                                 .arg(asked_.target)}
                : farTrouble(said, asked_.target);
    }
    done->deleteLater();
    Q_EMIT changed();
}

} // namespace lanes
