// The Python programs with torch that run on this machine or on a target, as a table. It shows which can be attached to, and
// why others cannot.
#pragma once

#include "views/shared/session/LatestJob.h"

#include <QAbstractTableModel>
#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <sys/types.h>

class QProcess;

namespace lanes {

struct RunningProgram {
    pid_t process = 0;
    QString user;
    QStringList command;
    qint64 gpuBytes = -1; // -1: unknown
    QString refusal;      // why it cannot be attached to, and the remedy; empty: it may be tried
};

// UI thread. Programs here are searched on the thread pool, those elsewhere by `lanescope attach --list`.
class RunningPrograms : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Process, Command, User, GpuMemory, State, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;
    ~RunningPrograms() override;

    // Sets the lanescope program that asks other machines.
    void setRecorder(const QString& program) { recorder_ = program; }
    // "ssh:HOST"; empty: this machine. Another target than before empties the table.
    void setTarget(const QString& target);
    [[nodiscard]] const QString& target() const { return target_; }
    void refresh(); // the old rows stay until the answer
    // True: this target has been asked, or is being asked now.
    [[nodiscard]] bool asked() const { return asked_; }
    // A sentence why there is no list; empty: no error.
    [[nodiscard]] const QString& complaint() const { return complaint_; }
    [[nodiscard]] bool looking() const { return looking_; }
    [[nodiscard]] const RunningProgram& program(int row) const { return programs_[row]; }
    void take(QList<RunningProgram> programs);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    void refreshed();

private:
    [[nodiscard]] QString textOf(const RunningProgram& program, int column) const;
    void refreshElsewhere();
    void stopAsking();
    void takeAnswer();

    QString recorder_;
    QString target_;
    QString complaint_;
    QProcess* asking_ = nullptr;
    QList<RunningProgram> programs_;
    LatestJob job_;
    bool looking_ = false;
    bool asked_ = false;
};

// Parses the output of `lanescope attach --list --json`; empty if it is something else.
[[nodiscard]] QList<RunningProgram> parseRunningPrograms(const QByteArray& json);

} // namespace lanes
