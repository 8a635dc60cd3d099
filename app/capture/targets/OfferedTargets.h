// The available targets as a table: this machine, the hosts in the user's ssh configuration, and the running containers and
// pods. Containers that were selected show what is found inside.
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
    QString target;   // "docker:trainer"; empty: this machine; Trouble: the tool that failed, "docker"
    QString image;    // image of the container, if known; Trouble: the reason
    int devices = -1; // NVIDIA GPUs given to the container; -1: unknown
    bool asked = false;
    QString python; // "3.11"; empty: no Python
    QString torch;  // "2.5.1"; empty: no torch

    // True: as far as is known, a program with torch could be recorded there.
    [[nodiscard]] bool usable() const { return kind != Kind::Trouble && (!asked || !python.isEmpty()); }
};

// UI thread.
class OfferedTargets : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Image, Devices, Inside, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;
    ~OfferedTargets() override;

    // Asks docker, podman and kubectl for what runs, and adds the answers. Nothing is run inside a container.
    void refresh();
    // Asks the container of this row for its content, by a command that runs inside it, unless it has answered. Other rows are
    // ignored.
    void lookInside(int row);
    [[nodiscard]] const OfferedTarget& at(int row) const { return targets_[row]; }
    // Parses the output of `docker ps`, `podman ps` or `kubectl get pods`, in the format that refresh() requests. Names that
    // are no valid target are left out.
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
    bool isLooking_ = false; // a look into another one is running
};

} // namespace lanes
