// Every command of the timeline as a table: its name, its words, its keys, and whose deed it is.
#pragma once

#include <QAction>
#include <QCoreApplication>
#include <QKeySequence>
#include <QList>
#include <QString>
#include <QWidget>

namespace lanes {

class EventWalk;
class MarkDesk;
class RowDesk;
class TimelineLooks;
class TimelineMoves;

// UI thread. The actions are the view's, found by their names; their keys work while the focus is in it, and may be changed.
class TimelineCommands {
    Q_DECLARE_TR_FUNCTIONS(lanes::TimelineView)

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
    void add(const char* name, const QString& text, const QList<QKeySequence>& keys, Doer& doer,
             void (Doer::*deed)()) {
        auto* action = new QAction(text, &view_);
        action->setObjectName(QLatin1String(name));
        action->setShortcuts(keys);
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
