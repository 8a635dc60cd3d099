// Where a program can run, as a table: this machine, the hosts of the user's ssh, and the containers and pods that run just now,
// with what is found in those that were selected.
#pragma once

#include <QAbstractTableModel>
#include <QList>
#include <QString>
#include <QStringList>

class QProcess;

namespace lanes {

struct OfferedTarget {
    enum class Kind { Here, Host, Container, Trouble };
    Kind kind = Kind::Here;
    QString target;   // "docker:trainer"; empty: this machine. Of Trouble: whom nobody could ask, "docker"
    QString image;    // what it was made of, where that is known; of Trouble: why
    int devices = -1; // NVIDIA GPUs that it was given; -1: not known
    bool asked = false;
    QString python; // "3.11"; empty: it has none
    QString torch;  // "2.5.1"; empty: it has none

    // Whether a program with torch could be recorded there, as far as is known.
    [[nodiscard]] bool usable() const { return kind != Kind::Trouble && (!asked || !python.isEmpty()); }
};

// UI thread.
class OfferedTargets : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Image, Devices, Inside, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;
    ~OfferedTargets() override;

    // Asks docker, podman and kubectl what runs; what comes is added. Nothing is run in a container.
    void refresh();
    // Asks the container of this row what it holds, by a command that runs in it, unless it has answered. Others are no containers.
    void lookInside(int row);
    [[nodiscard]] const OfferedTarget& at(int row) const { return targets_[row]; }
    // Of what `docker ps`, `podman ps` or `kubectl get pods` print, asked as refresh() does; names that are no target are left
    // out.
    [[nodiscard]] static QList<OfferedTarget> runningIn(const QString& program, const QString& said);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void ask(const QString& program, const QStringList& words);
    void take(QProcess& asked, const QString& program);
    void takeInside(QProcess& asked, const QString& target);
    [[nodiscard]] QProcess* process();
    void stopAsking();
    [[nodiscard]] static QString insideText(const OfferedTarget& target);

    QList<OfferedTarget> targets_;
    QList<QProcess*> asking_;
    QString wanted_;         // the container to look into next
    bool isLooking_ = false; // into another
};

} // namespace lanes
