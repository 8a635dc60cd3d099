// What moves the picture without a button held: the wheel and two fingers, what was thrown, and W A S D while they are held.
// The wheel scrolls rows, with Shift it pans, with Ctrl it zooms at the mouse, unless the user wants these two swapped.
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
    // Whether the key moves; others are left alone.
    [[nodiscard]] bool press(const QKeyEvent& event);
    [[nodiscard]] bool release(const QKeyEvent& event);
    void releaseAll();

    // A hand takes hold of the picture, moves it by so many device pixels, and lets go: what is thrown moves on, unless
    // nothing may move by itself.
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
    QElapsedTimer heldClock_; // since the press
    double heldUntil_ = 0;    // seconds of it that have been moved
    double wheelRest_ = 0;    // of a scroll by less than a pixel
};

} // namespace lanes
