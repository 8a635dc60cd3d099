#include "app/window/start/RecentMenu.h"

#include "app/settings/Settings.h"

#include <QFileInfo>

namespace lanes {

RecentMenu::RecentMenu(Settings& settings, QWidget* parent)
    : QMenu(tr("Open &recent"), parent)
    , settings_(settings) {
    connect(this, &QMenu::aboutToShow, this, &RecentMenu::fill);
}

void RecentMenu::fill() {
    clear();
    for (const RecentSession& session : settings_.recentSessions().mid(0, Settings::kRecentInMenus)) {
        QAction* action = addAction(QFileInfo(session.path).fileName());
        action->setToolTip(session.path);
        action->setEnabled(QFileInfo::exists(session.path));
        connect(action, &QAction::triggered, this,
                [this, path = session.path] { Q_EMIT openRequested(path); });
    }
    if (isEmpty()) {
        addAction(tr("Nothing yet"))->setEnabled(false);
        return;
    }
    addSeparator();
    connect(addAction(tr("Clear this list")), &QAction::triggered, &settings_,
            &Settings::clearRecentSessions);
}

} // namespace lanes
