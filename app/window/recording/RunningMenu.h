// This user's running recordings as a menu. Choosing one watches it.
#pragma once

#include <QMenu>

namespace lanes {

class Recordings;

class RunningMenu : public QMenu {
    Q_OBJECT

public:
    // `recordings` outlives the menu.
    explicit RunningMenu(Recordings& recordings, QWidget* parent = nullptr);

Q_SIGNALS:
    void watchRequested(const QString& session);

private:
    void fill();

    Recordings& recordings_;
};

} // namespace lanes
