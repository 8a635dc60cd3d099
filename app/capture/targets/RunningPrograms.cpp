#include "app/capture/targets/RunningPrograms.h"

#include "app/capture/RefusalText.h"
#include "app/capture/targets/FarComplaint.h"
#include "app/capture/targets/SshQuestions.h"
#include "collector/attach/PythonPrograms.h"
#include "views/shared/text/Text.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QRegularExpression>

#include <unistd.h>

#include <utility>

namespace lanes {
namespace {

QList<RunningProgram> lookForPrograms(const std::stop_token& stop) {
    QList<RunningProgram> programs;
    for (const attach::PythonProgram& found : attach::pythonPrograms(stop)) {
        RunningProgram program;
        program.process = found.process;
        program.user = QFileInfo(QStringLiteral("/proc/%1").arg(found.process)).owner();
        if (program.user.isEmpty()) {
            program.user = toQString(found.userName);
        }
        for (const std::string& word : found.command) {
            program.command << toQString(word);
        }
        program.gpuBytes = found.gpuBytes;
        program.refusal = toQString(found.refusal);
        programs << program;
    }
    return programs;
}

// Without the number, which stands in the row already: "is stopped; ...".
QString shortRefusal(const RunningProgram& program) {
    const QString subject = QStringLiteral("Process %1 ").arg(program.process);
    return program.refusal.startsWith(subject) ? program.refusal.mid(subject.size()) : program.refusal;
}

// Without what helps, which has no room in a column: "is stopped".
QString stateOf(const RunningProgram& program) {
    static const QRegularExpression kRemedy(QStringLiteral("[:\uff1a]"));
    return refusalText(shortRefusal(program)).section(kRemedy, 0, 0);
}

constexpr int kLeft = Qt::AlignLeft | Qt::AlignVCenter; // numbers too: each stands beside a text

} // namespace

RunningPrograms::~RunningPrograms() {
    stopAsking();
}

void RunningPrograms::setTarget(const QString& target) {
    if (target == target_) {
        return;
    }
    job_.cancel();
    stopAsking();
    target_ = target;
    asked_ = false;
    complaint_.clear();
    take({});
}

void RunningPrograms::refresh() {
    asked_ = true;
    looking_ = true;
    complaint_.clear();
    if (!target_.isEmpty()) {
        refreshElsewhere();
        return;
    }
    job_.run([](const std::stop_token& stop) { return lookForPrograms(stop); },
             [this](QList<RunningProgram> programs) { take(std::move(programs)); });
}

void RunningPrograms::stopAsking() {
    if (QProcess* before = std::exchange(asking_, nullptr)) {
        before->disconnect(this);
        before->terminate();
        before->setParent(nullptr);
        connect(before, &QProcess::finished, before, &QObject::deleteLater);
    }
}

void RunningPrograms::refreshElsewhere() {
    stopAsking();
    asking_ = new QProcess(this);
    connect(asking_, &QProcess::finished, this, &RunningPrograms::takeAnswer);
    connect(asking_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            takeAnswer();
        }
    });
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    letSshAsk(environment, recorder_);
    asking_->setProcessEnvironment(environment);
    asking_->setStandardInputFile(QProcess::nullDevice());
    asking_->start(recorder_, {QStringLiteral("attach"), QStringLiteral("--list"), QStringLiteral("--json"),
                               QStringLiteral("--on"), target_});
}

void RunningPrograms::takeAnswer() {
    QProcess* done = std::exchange(asking_, nullptr);
    const bool good = done->error() != QProcess::FailedToStart &&
                      done->exitStatus() == QProcess::NormalExit && done->exitCode() == 0;
    if (!good) {
        const QString said = QString::fromUtf8(done->readAllStandardError());
        complaint_ =
            said.trimmed().isEmpty()
                ? tr("No answer from %1; 'lanescope attach --list --on' in a shell says more.").arg(target_)
                : farComplaint(said, target_);
    }
    done->deleteLater();
    take(good ? parseRunningPrograms(done->readAllStandardOutput()) : QList<RunningProgram>());
}

void RunningPrograms::take(QList<RunningProgram> programs) {
    looking_ = false;
    beginResetModel();
    programs_ = std::move(programs);
    endResetModel();
    Q_EMIT refreshed();
}

QList<RunningProgram> parseRunningPrograms(const QByteArray& json) {
    QList<RunningProgram> programs;
    for (const QJsonValue value : QJsonDocument::fromJson(json).array()) {
        const QJsonObject said = value.toObject();
        RunningProgram program;
        program.process = said[QStringLiteral("pid")].toInt();
        program.user = said[QStringLiteral("user")].toString();
        for (const QJsonValue word : said[QStringLiteral("command")].toArray()) {
            program.command << word.toString();
        }
        program.gpuBytes = said[QStringLiteral("gpu_bytes")].toInteger(-1);
        program.refusal = said[QStringLiteral("refusal")].toString();
        if (program.process > 0 && !program.command.isEmpty()) {
            programs << program;
        }
    }
    return programs;
}

int RunningPrograms::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(programs_.size());
}

int RunningPrograms::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString RunningPrograms::textOf(const RunningProgram& program, int column) const {
    switch (column) {
    case Process:
        return QString::number(program.process);
    case Command: {
        // the interpreter's folder would leave no room for what tells programs apart
        QStringList words = program.command;
        words.front() = QFileInfo(words.front()).fileName();
        return words.join(QLatin1Char(' ')).simplified();
    }
    case User:
        return program.user;
    case GpuMemory:
        return program.gpuBytes < 0 ? QStringLiteral("–") : bytesText(program.gpuBytes);
    case State:
        return program.refusal.isEmpty() ? tr("can be attached to") : stateOf(program);
    default:
        return {};
    }
}

QVariant RunningPrograms::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= programs_.size()) {
        return {};
    }
    const RunningProgram& program = programs_[index.row()];
    switch (role) {
    case Qt::DisplayRole:
        return textOf(program, index.column());
    case Qt::ToolTipRole:
        return program.command.join(QLatin1Char(' ')) + QLatin1Char('\n') +
               (program.refusal.isEmpty() ? textOf(program, State) : refusalText(program.refusal));
    case Qt::TextAlignmentRole:
        return kLeft;
    default:
        return {};
    }
}

QVariant RunningPrograms::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole) {
        return kLeft;
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    if (orientation == Qt::Vertical) { // not shown; what a screen reader calls the row
        return data(index(section, Command), Qt::DisplayRole);
    }
    switch (section) {
    case Process:
        return tr("Process");
    case Command:
        return tr("Program");
    case User:
        return tr("User");
    case GpuMemory:
        return tr("GPU memory");
    case State:
        return tr("Attach");
    default:
        return {};
    }
}

} // namespace lanes
