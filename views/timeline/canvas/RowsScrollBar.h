// The scroll bar over the right end of the rows. It is there while not all rows are in view.
#pragma once

#include "views/shared/controls/FloatingScrollBar.h"

namespace lanes {

class TimelineScene;

// A child of the canvas. Its value is the scene's scroll, in device pixels; pinned rows stay beside it.
class RowsScrollBar : public FloatingScrollBar {
    Q_OBJECT

public:
    RowsScrollBar(TimelineScene& scene, QWidget& canvas);

protected:
    void wheelEvent(QWheelEvent* event) override;

private:
    void followScene();

    TimelineScene& scene_;
};

} // namespace lanes
