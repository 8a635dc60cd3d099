// Motion of the picture without a mouse button: the wheel and two fingers, a thrown picture, and W A S D while held. The wheel
// scrolls rows, with Shift it pans, with Ctrl it zooms at the mouse. A user's setting swaps scrolling and zooming.
#pragma once

#include "views/timeline/canvas/Kinetic.h"
#include "views/timeline/canvas/Navigation.h"

#include <QBasicTimer>
#include <QElapsedTimer>
#include <QObject>
#include <QPointF>

class QKeyEvent;
class QWheelEvent;

namespace lanes {

class TimelineScene;

class CanvasMotion : public QObject {
    Q_OBJECT

public:
    CanvasMotion(TimelineScene& scene, QObject* parent);

    void wheel(QWheelEvent& event);
    // Return true if the key moves the picture; other keys are left alone.
    [[nodiscard]] bool press(const QKeyEvent& event);
    [[nodiscard]] bool release(const QKeyEvent& event);
    void releaseAll();

    // hold() takes hold of the picture, drag() moves it by device pixels, letGo() ends it. A picture that was thrown moves on,
    // unless reduced motion is set.
    void hold();
    void drag(QPointF by);
    void letGo();
    void stop();

protected:
    void timerEvent(QTimerEvent* event) override;

private:
    void moveOn();
    void moveHeld();
    void scrollRows(double logicalPixels);

    TimelineScene& scene_;
    Kinetic kinetic_;
    QBasicTimer kineticTimer_;
    QElapsedTimer kineticClock_; // since the last move
    HeldKeys held_;
    QBasicTimer heldTimer_;
    QElapsedTimer heldClock_; // since the key was pressed
    double heldUntil_ = 0;    // seconds of heldClock_ that have been turned into motion
    double wheelRest_ = 0;    // the part of a scroll that is less than a pixel
};

} // namespace lanes
