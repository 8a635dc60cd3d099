#include "app/capture/RunningPrograms.h"

#include "app/capture/GpuProcesses.h"
#include "collector/attach/PythonPrograms.h"
#include "views/shared/text/Text.h"

#include <QFileInfo>

#include <unistd.h>

#include <utility>

namespace lanes {
namespace {

QList<RunningProgram> lookForPrograms() {
    QList<RunningProgram> programs;
    const QHash<pid_t, qint64> memory = gpuMemoryByProcess();
    for (const attach::PythonProgram& found : attach::pythonPrograms()) {
        RunningProgram program;
        program.process = found.process;
        program.user = QFileInfo(QStringLiteral("/proc/%1").arg(found.process)).owner();
        if (program.user.isEmpty()) {
            program.user = QString::number(found.user);
        }
        for (const std::string& word : found.command) {
            program.command << toQString(word);
        }
        program.gpuBytes = memory.value(found.process, -1);
        program.refusal = toQString(found.refusal);
        programs << program;
    }
    return programs;
}

constexpr int kLeft = Qt::AlignLeft | Qt::AlignVCenter; // numbers too: each stands beside a text

} // namespace

void RunningPrograms::refresh() {
    looking_ = true;
    job_.run([](const std::stop_token&) { return lookForPrograms(); },
             [this](QList<RunningProgram> programs) { take(std::move(programs)); });
}

void RunningPrograms::take(QList<RunningProgram> programs) {
    looking_ = false;
    beginResetModel();
    programs_ = std::move(programs);
    endResetModel();
    Q_EMIT refreshed();
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
        return program.refusal.isEmpty() ? tr("can be attached to") : program.refusal;
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
        return program.command.join(QLatin1Char(' ')) + QLatin1Char('\n') + textOf(program, State);
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
