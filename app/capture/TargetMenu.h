// The menu of the capture dialog that offers where a program can run: this machine, the hosts of the user's ssh, and the containers
// and pods that run just now.
#pragma once

#include <QMenu>
#include <QStringList>

class QProcess;

namespace lanes {

class TargetMenu : public QMenu {
    Q_OBJECT

public:
    explicit TargetMenu(QWidget* parent = nullptr);
    ~TargetMenu() override;

    struct Running {
        QString target; // "docker:trainer"
        QString image;  // what it was made of, where that is known
    };
    // Of what `docker ps`, `podman ps` or `kubectl get pods` print, asked as this menu does; names that are no target are left out.
    [[nodiscard]] static QList<Running> runningIn(const QString& program, const QString& said);

Q_SIGNALS:
    void chosen(const QString& target); // empty: this machine

private:
    void fill();
    void ask(const QString& program, const QStringList& words);
    void take(QProcess& asked, const QString& program);
    void stopAsking();
    [[nodiscard]] QString elided(const QString& text) const;
    void stayOnScreen();

    QList<QProcess*> asking_;
};

} // namespace lanes
