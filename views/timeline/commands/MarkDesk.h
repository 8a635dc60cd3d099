// What the timeline can be told about the session's marks.
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
    // The field for names is shown on `canvas`, which outlives this.
    MarkDesk(TimelineCanvas& canvas, Appearance& appearance, QObject* parent);

    void mark(); // the moment under the mouse, else the selected one, else the middle
    void markRange();
    void nameMark();   // below its flag; one that is not in view comes into it first
    void finishName(); // what is being typed is the name
    void removeMark();
    void nextMark();
    void previousMark();

private:
    void step(bool forward);

    TimelineCanvas& canvas_;
    ViewState& state_;
    NameField* name_; // the canvas' child
};

} // namespace lanes
