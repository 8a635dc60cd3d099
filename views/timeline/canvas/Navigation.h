// Keys that are held to move: W S zoom, A D pan, by their place on the keyboard, so that they lie together on every
// layout; with Shift faster.
#pragma once

#include <QKeyEvent>

namespace lanes {

enum class MoveKey : unsigned { None = 0, ZoomIn = 1, ZoomOut = 2, Left = 4, Right = 8 };

// Which of them an event is about; none with Ctrl, Alt or Meta.
[[nodiscard]] MoveKey moveKeyOf(const QKeyEvent& event);

// What is held right now, and the move that follows from it.
class HeldKeys {
public:
    static constexpr double kTapZoom = .8;   // what a press does at once: factor
    static constexpr double kTapPan = .1;    // share of the visible range
    static constexpr double kZoomSpeed = 3;  // per second: factor e^-3
    static constexpr double kPanSpeed = 1.2; // ranges per second
    static constexpr double kFaster = 3;

    void press(MoveKey key, bool fast) {
        keys_ |= static_cast<unsigned>(key);
        fast_ = fast;
    }
    void release(MoveKey key) { keys_ &= ~static_cast<unsigned>(key); }
    void clear() { keys_ = 0; }
    [[nodiscard]] bool any() const { return keys_ != 0; }
    // The factor and share by which to zoom and pan after `seconds`.
    [[nodiscard]] double zoom(double seconds) const;
    [[nodiscard]] double pan(double seconds) const;

private:
    [[nodiscard]] double both(MoveKey less, MoveKey more) const;
    unsigned keys_ = 0;
    bool fast_ = false;
};

} // namespace lanes
