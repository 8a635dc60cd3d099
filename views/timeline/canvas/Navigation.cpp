#include "views/timeline/canvas/Navigation.h"

#include <QGuiApplication>

#include <cmath>

namespace lanes {

namespace {

// Key codes of X11 and of Wayland through Qt: evdev's plus 8. Other platforms and synthetic events go by letter.
MoveKey byPlace(quint32 code) {
    switch (code) {
    case 25:
        return MoveKey::ZoomIn;
    case 38:
        return MoveKey::Left;
    case 39:
        return MoveKey::ZoomOut;
    case 40:
        return MoveKey::Right;
    default:
        return MoveKey::None;
    }
}

MoveKey byLetter(int key) {
    switch (key) {
    case Qt::Key_W:
        return MoveKey::ZoomIn;
    case Qt::Key_A:
        return MoveKey::Left;
    case Qt::Key_S:
        return MoveKey::ZoomOut;
    case Qt::Key_D:
        return MoveKey::Right;
    default:
        return MoveKey::None;
    }
}

} // namespace

MoveKey moveKeyOf(const QKeyEvent& event) {
    if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) {
        return MoveKey::None;
    }
    const QString platform = QGuiApplication::platformName();
    const bool knowsPlaces =
        platform == QLatin1String("xcb") || platform.startsWith(QLatin1String("wayland"));
    return knowsPlaces && event.nativeScanCode() != 0 ? byPlace(event.nativeScanCode())
                                                      : byLetter(event.key());
}

double HeldKeys::both(MoveKey less, MoveKey more) const {
    const double direction = ((keys_ & static_cast<unsigned>(more)) != 0 ? 1 : 0) -
                             ((keys_ & static_cast<unsigned>(less)) != 0 ? 1 : 0);
    return direction * (fast_ ? kFaster : 1);
}

double HeldKeys::zoom(double seconds) const {
    return std::exp(both(MoveKey::ZoomIn, MoveKey::ZoomOut) * kZoomSpeed * seconds);
}

double HeldKeys::pan(double seconds) const {
    return both(MoveKey::Left, MoveKey::Right) * kPanSpeed * seconds;
}

} // namespace lanes
