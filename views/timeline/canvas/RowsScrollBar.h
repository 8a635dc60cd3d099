// The scroll bar over the right edge of the rows. It is visible only while some rows are out of view.
#pragma once

#include "views/shared/controls/FloatingScrollBar.h"

namespace lanes {

class TimelineScene;

// A child of the canvas. Its value is the scene's scroll() in device pixels. Pinned rows do not scroll.
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
