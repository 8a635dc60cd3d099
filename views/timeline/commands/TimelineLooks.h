// Commands for the look of the timeline, and for copies: its picture, and a reference to the place shown.
#pragma once

namespace lanes {

class TimelineCanvas;
class TimelineScene;
class ViewState;

// UI thread. `canvas` outlives it.
class TimelineLooks {
public:
    explicit TimelineLooks(TimelineCanvas& canvas);

    void colorByCategory();
    void colorByName();
    void colorByModule();
    void colorByDuration();
    void toggleFlows();
    void togglePath();
    void toggleSameName();
    void nextRuler();
    void copyPicture();
    void exportSvg();
    void copyReference();

private:
    TimelineCanvas& canvas_;
    TimelineScene& scene_;
    ViewState& state_;
};

} // namespace lanes
