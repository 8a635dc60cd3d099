// Every command of the timeline, and whose deed it is; its words and keys are the table's (ViewCommand).
#pragma once

#include "views/shared/session/ViewCommand.h"

#include <QAction>
#include <QWidget>

namespace lanes {

class EventWalk;
class MarkDesk;
class RowDesk;
class TimelineLooks;
class TimelineMoves;

// UI thread. The actions are the view's, found by their names; their keys work while the focus is in it, and may be changed.
class TimelineCommands {
public:
    // The canvas has them too: the field over it keeps its letters, as it accepts them first.
    TimelineCommands(QWidget& view, QWidget& canvas)
        : view_(view)
        , canvas_(canvas) {}

    // Whoever does them lives as long as the view.
    void addMoves(TimelineMoves& moves);
    void addWalks(EventWalk& walk);
    void addMarks(MarkDesk& marks);
    void addRows(RowDesk& rows);
    void addLooks(TimelineLooks& looks);

    template<class Doer>
    void add(const ViewCommand& command, Doer& doer, void (Doer::*deed)()) {
        auto* action = new QAction(textOf(command), &view_);
        action->setObjectName(QLatin1String(command.name));
        action->setShortcuts(keysFrom(command.keys));
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        QObject::connect(action, &QAction::triggered, &view_, [&doer, deed] { (doer.*deed)(); });
        canvas_.addAction(action);
        view_.addAction(action);
    }

private:
    QWidget& view_;
    QWidget& canvas_;
};

} // namespace lanes
