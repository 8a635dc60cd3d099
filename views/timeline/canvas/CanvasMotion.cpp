#include "views/timeline/canvas/CanvasMotion.h"

#include "views/timeline/canvas/TimelineScene.h"

#include <QKeyEvent>
#include <QTimerEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace lanes {

namespace {

constexpr double kNotchZoom = .83; // factor of one notch of the wheel
constexpr double kNotchPan = .1;   // share of the visible range
constexpr int kNotchRows = 60;     // logical pixels
constexpr int kFrameMs = 16;
constexpr double kTap = .15; // seconds

} // namespace

CanvasMotion::CanvasMotion(TimelineScene& scene, QObject* parent)
    : QObject(parent)
    , scene_(scene) {}

void CanvasMotion::wheel(QWheelEvent& event) {
    // Touchpads say pixels, wheels say notches of 120. Alt turns a wheel sideways on some desktops.
    const QPoint pixels = event.pixelDelta();
    event.accept();
    if (event.phase() == Qt::ScrollEnd) {
        letGo();
        return;
    }
    kineticTimer_.stop();
    if (!pixels.isNull() && event.modifiers() == Qt::NoModifier) {
        drag(QPointF(pixels) * scene_.metrics().dpr);
    }
    const QPointF notches = QPointF(event.angleDelta()) / 120;
    // Two fingers on a touchpad move what they touch, whatever a wheel does.
    const bool wheelZooms = scene_.appearance().wheelZooms() && pixels.isNull() && notches.y() != 0 &&
                            !(event.modifiers() & Qt::ShiftModifier);
    const TimelineGeometry& geometry = scene_.geometry();
    ViewState& state = scene_.state();
    if (wheelZooms != event.modifiers().testFlag(Qt::ControlModifier)) {
        const int x =
            std::clamp(scene_.toDevice(event.position()).x() - geometry.head, 0, geometry.lanesWidth());
        state.setVisible(zoomed(state.visible(), scene_.scale().toTime(x), std::pow(kNotchZoom, notches.y()),
                                ViewState::kShortest));
        return;
    }
    if (event.modifiers() & Qt::ShiftModifier) {
        scene_.panBy(-kNotchPan * (notches.y() + notches.x()));
        return;
    }
    if (pixels.x() != 0) {
        scene_.panBy(-pixels.x() / std::max(1., geometry.lanesWidth() / scene_.metrics().dpr));
    } else if (notches.x() != 0) {
        scene_.panBy(-kNotchPan * notches.x());
    }
    scrollRows(pixels.isNull() ? -kNotchRows * notches.y() : -double(pixels.y()));
}

void CanvasMotion::scrollRows(double logicalPixels) {
    wheelRest_ += logicalPixels;
    const double whole = std::trunc(wheelRest_);
    wheelRest_ -= whole;
    scene_.scrollBy(static_cast<int>(whole));
}

// --- what is thrown ---

void CanvasMotion::hold() {
    stop();
    kineticClock_.start();
}

void CanvasMotion::drag(QPointF by) {
    kinetic_.drag(by, double(kineticClock_.nsecsElapsed()) / 1e9);
    kineticClock_.start();
}

void CanvasMotion::letGo() {
    const bool thrown =
        kineticClock_.isValid() && kinetic_.release(double(kineticClock_.nsecsElapsed()) / 1e9);
    if (thrown && !scene_.appearance().reducedMotion()) {
        kineticClock_.start();
        kineticTimer_.start(kFrameMs, Qt::PreciseTimer, this);
    } else {
        kinetic_.stop();
    }
}

void CanvasMotion::stop() {
    kinetic_.stop();
    kineticTimer_.stop();
}

void CanvasMotion::moveOn() {
    const QPointF by = kinetic_.step(double(kineticClock_.nsecsElapsed()) / 1e9);
    kineticClock_.start();
    scene_.panBy(-by.x() / scene_.geometry().lanesWidth());
    scene_.scrollBy(static_cast<int>(std::lround(-by.y() / scene_.metrics().dpr)));
    if (!kinetic_.moving()) {
        kineticTimer_.stop();
    }
}

// --- held keys ---

bool CanvasMotion::press(const QKeyEvent& event) {
    const MoveKey key = moveKeyOf(event);
    if (key == MoveKey::None) {
        return false;
    }
    stop();
    const bool fast = event.modifiers() & Qt::ShiftModifier;
    held_.press(key, fast);
    if (event.isAutoRepeat()) {
        return true; // the timer moves more evenly
    }
    const double strength = fast ? HeldKeys::kFaster : 1;
    switch (key) {
    case MoveKey::ZoomIn:
        scene_.zoomBy(std::pow(HeldKeys::kTapZoom, strength));
        break;
    case MoveKey::ZoomOut:
        scene_.zoomBy(std::pow(HeldKeys::kTapZoom, -strength));
        break;
    case MoveKey::Left:
        scene_.panBy(-HeldKeys::kTapPan * strength);
        break;
    case MoveKey::Right:
        scene_.panBy(HeldKeys::kTapPan * strength);
        break;
    case MoveKey::None:
        break;
    }
    heldClock_.start();
    heldUntil_ = kTap;
    heldTimer_.start(kFrameMs, Qt::PreciseTimer, this);
    return true;
}

bool CanvasMotion::release(const QKeyEvent& event) {
    const MoveKey key = moveKeyOf(event);
    if (key == MoveKey::None) {
        return false;
    }
    if (!event.isAutoRepeat()) {
        held_.release(key);
        if (!held_.any()) {
            heldTimer_.stop();
        }
    }
    return true;
}

void CanvasMotion::releaseAll() {
    held_.clear();
    heldTimer_.stop();
}

// A press acts at once; what is held longer than a tap moves on.
void CanvasMotion::moveHeld() {
    constexpr double kLongestStep = .05; // seconds; a frame that came late does not leap
    const double now = double(heldClock_.nsecsElapsed()) / 1e9;
    if (now < kTap) {
        return;
    }
    const double step = std::min(now - heldUntil_, kLongestStep);
    heldUntil_ = now;
    scene_.zoomBy(held_.zoom(step));
    scene_.panBy(held_.pan(step));
}

void CanvasMotion::timerEvent(QTimerEvent* event) {
    if (event->timerId() == kineticTimer_.timerId()) {
        moveOn();
    } else if (event->timerId() == heldTimer_.timerId()) {
        moveHeld();
    }
}

} // namespace lanes
