// The scroll bar that floats over the right end of the rows. It is there while not all rows are in view.
#pragma once

#include <QScrollBar>

namespace lanes {

class TimelineScene;

// A child of the canvas. Its value is the scene's scroll, in device pixels; pinned rows stay beside it.
class RowsScrollBar : public QScrollBar {
    Q_OBJECT

public:
    RowsScrollBar(TimelineScene& scene, QWidget& canvas);

protected:
    void wheelEvent(QWheelEvent* event) override;

private:
    void follow();

    TimelineScene& scene_;
};

} // namespace lanes
