// The user's commands for rows: fold, pin, hide, order and height. The settings are saved with the session, so that two
// timelines of one session show the same rows.
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
    // Both arguments outlive this object.
    RowDesk(TimelineCanvas& canvas, EventWalk& walk, QObject* parent);

    void setFilter(const QString& text); // by the rows' names
    void toggleFold(int row);
    // Commands for one row: the row that the keyboard leads, else the row whose header is under the mouse, else the row of the
    // selection.
    void pin();
    void hide();
    void moveUp(); // past the next sibling shown
    void moveDown();
    void makeTaller();
    void makeLower();
    void resetHeight();
    void showAll(); // rows hidden by the user or by rule
    // The caller owns the menu. Its actions concern the row that is `row` now, even if it moves later.
    [[nodiscard]] QMenu* menuOf(int row, QWidget* parent);

private:
    [[nodiscard]] int meant() const;
    [[nodiscard]] int rowWith(const QString& key) const; // -1: no longer there
    void moveBy(int places);
    void resize(int row, double pitch);
    // Unfolds and unhides all rows around a row, and unhides the row itself.
    void open(const TimelineRows& rows, int row);
    // The same, but hidden rows are shown only while one of their events is selected.
    void lookInto(const TimelineRows& rows, int row);
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
