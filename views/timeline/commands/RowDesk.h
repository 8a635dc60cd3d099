// What the user decides about the rows: folded, pinned, hidden, in which order and how high. Kept with the session, so that
// two timelines of one session show the same rows.
#pragma once

#include "views/timeline/rows/TimelineRows.h"

#include <QObject>
#include <QPoint>

#include <functional>

class QMenu;

namespace lanes {

class TimelineCanvas;
class TimelineScene;
class ViewState;
class EventWalk;

// UI thread.
class RowDesk : public QObject {
    Q_OBJECT

public:
    // Both outlive it.
    RowDesk(TimelineCanvas& canvas, EventWalk& walk, QObject* parent);

    void setFilter(const QString& text); // of the rows' names
    void toggleFold(int row);
    // Of the row that is meant: the one that the keyboard leads, else the one under the mouse, else that of the selection.
    void pin();
    void hide();
    void moveUp(); // past the next sibling that is shown
    void moveDown();
    void makeTaller();
    void makeLower();
    void resetHeight();
    void showAll(); // those that are hidden, by the user or by rule
    // The caller owns it. Its actions are about the row that `row` was, wherever that stands by then.
    [[nodiscard]] QMenu* menuOf(int row, QWidget* parent);

private:
    [[nodiscard]] int meant() const;
    [[nodiscard]] int rowWith(const QString& key) const; // -1: no longer there
    void moveBy(int places);
    void resize(int row, double pitch);
    void open(const TimelineRows& rows, int row); // and show it, whatever it stands in
    void lookInto(const TimelineRows& rows,
                  int row); // the same, but what is hidden only shows while an event of it is selected
    void lookAway();
    void show(const QString& key);
    void addHidden(QMenu& menu);
    [[nodiscard]] QMenu* heightsOf(int row, QMenu& menu);
    void change(const std::function<void(RowSettings&)>& change);
    void setChoice(int row, const std::function<void(RowSettings::Choice&)>& change);
    void takeChoices();

    TimelineCanvas& canvas_;
    TimelineScene& scene_;
    ViewState& state_;
    EventWalk& walk_;
};

} // namespace lanes
