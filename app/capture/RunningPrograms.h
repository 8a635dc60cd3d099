// The Python programs with torch that run on this machine, as a table: which can be attached to, and why others cannot.
#pragma once

#include "views/shared/session/LatestJob.h"

#include <QAbstractTableModel>
#include <QList>
#include <QString>
#include <QStringList>

#include <sys/types.h>

namespace lanes {

struct RunningProgram {
    pid_t process = 0;
    QString user;
    QStringList command;
    qint64 gpuBytes = -1; // -1 not known
    QString refusal;      // why it cannot be attached to, and the remedy; empty: it may be tried
};

// UI thread; programs are looked for on the thread pool.
class RunningPrograms : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Process, Command, User, GpuMemory, State, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void refresh(); // what is known stays until the answer
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

    QList<RunningProgram> programs_;
    LatestJob job_;
    bool looking_ = false;
};

} // namespace lanes
