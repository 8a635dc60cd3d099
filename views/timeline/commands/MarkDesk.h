// The timeline's commands for the marks of the session.
#pragma once

#include <QObject>

namespace lanes {

class Appearance;
class NameField;
class TimelineCanvas;
class ViewState;

// UI thread.
class MarkDesk : public QObject {
    Q_OBJECT

public:
    // The name field is shown on `canvas`, which outlives this object.
    MarkDesk(TimelineCanvas& canvas, Appearance& appearance, QObject* parent);

    void mark(); // at the moment under the mouse, else at the selection, else in the middle
    void markRange();
    void nameMark();   // below its flag; a mark out of view is brought into view first
    void finishName(); // accepts the name being typed
    void removeMark();
    void nextMark();
    void previousMark();

private:
    void askNameInSight();
    void step(bool forward);

    TimelineCanvas& canvas_;
    ViewState& state_;
    NameField* name_; // child of the canvas
};

} // namespace lanes
