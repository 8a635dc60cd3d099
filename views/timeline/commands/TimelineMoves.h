// Commands that navigate the timeline: zoom in and out, go to the selection, to a step, to a time, and follow the end.
#pragma once

#include "views/shared/session/LatestJob.h"
#include "views/timeline/tools/GoToField.h"

#include <QObject>

namespace lanes {

class TimelineCanvas;
class TimelineScene;
class ViewState;

// UI thread; the events of a name are searched off it.
class TimelineMoves : public QObject {
    Q_OBJECT

public:
    // The field for times is shown on `canvas`, which outlives this object.
    TimelineMoves(TimelineCanvas& canvas, Appearance& appearance, QObject* parent);

    void fitAll();
    // Brings the selected slice into view, or zooms to it if it is in view already. A selected gap or step is zoomed to at
    // once, another spot brought into view. Without a selection it zooms to the brushed range.
    void focusOrFit();
    void fitStep();
    void fitBrush();
    void fitName(); // from the first to the last event with the name of the selection
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
    GoToField* field_; // child of the canvas
    LatestJob nameJob_;
};

} // namespace lanes
