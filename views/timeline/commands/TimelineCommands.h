// Connects every command of the timeline with the object that carries it out. Texts and keys come from the table (ViewCommand).
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

// UI thread. The view owns the actions; they are found by their names. Their keys work while the focus is in the view, and may
// be changed.
class TimelineCommands {
public:
    // The canvas has the actions, too. The field over the canvas keeps its letters, because it accepts them first.
    TimelineCommands(QWidget& view, QWidget& canvas)
        : view_(view)
        , canvas_(canvas) {}

    // The objects that carry out the commands live as long as the view.
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
