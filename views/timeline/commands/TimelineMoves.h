// Where the timeline can be told to go: closer and farther, to what is selected, to a step, to a time, and back.
#pragma once

#include "views/shared/session/LatestJob.h"
#include "views/timeline/tools/GoToField.h"

#include <QObject>

namespace lanes {

class TimelineCanvas;
class TimelineScene;
class ViewState;

// UI thread; all the events of a name are looked for off it.
class TimelineMoves : public QObject {
    Q_OBJECT

public:
    // The field for times is shown on `canvas`, which outlives this.
    TimelineMoves(TimelineCanvas& canvas, Appearance& appearance, QObject* parent);

    void fitAll();
    // The selection comes into view; where it is, it fills it. A gap or a step does the same; with nothing selected, the
    // brushed range.
    void focusOrFit();
    void fitStep();
    void fitBrush();
    void fitName(); // from the first to the last event with the name of the selected one
    void goToTime();
    void goToStep();
    void zoomIn();
    void zoomOut();
    void followEnd();
    void rangeFromSelection();

private:
    void fit(TimeRange range);
    void fitSpot();
    void ask(const QString& begin);
    void goTo(const Destination& to);

    TimelineCanvas& canvas_;
    TimelineScene& scene_;
    ViewState& state_;
    GoToField* field_; // the canvas' child
    LatestJob nameJob_;
};

} // namespace lanes
