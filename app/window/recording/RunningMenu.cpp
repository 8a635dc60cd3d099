#include "app/window/recording/RunningMenu.h"

#include "app/capture/running/Recordings.h"

#include <QFileInfo>

namespace lanes {

RunningMenu::RunningMenu(Recordings& recordings, QWidget* parent)
    : QMenu(tr("&Recordings that run"), parent)
    , recordings_(recordings) {
    connect(this, &QMenu::aboutToShow, this, &RunningMenu::fill);
}

void RunningMenu::fill() {
    clear();
    for (const RecordingLink* link : recordings_.all()) {
        const QString session = link->session();
        const QString file = QFileInfo(session).fileName();
        QAction* action = addAction(link->status()->paused ? tr("%1, paused: %2").arg(link->program(), file)
                                                           : tr("%1: %2").arg(link->program(), file));
        action->setToolTip(session);
        connect(action, &QAction::triggered, this, [this, session] { Q_EMIT watchRequested(session); });
    }
    if (isEmpty()) {
        addAction(tr("None on this machine"))->setEnabled(false);
    }
}

} // namespace lanes
