// Keys that move the picture while held: W and S zoom, A and D pan; Shift makes them faster. They are identified by their place
// on the keyboard, so that they lie together on every layout.
#pragma once

#include <QKeyEvent>

namespace lanes {

enum class MoveKey : unsigned { None = 0, ZoomIn = 1, ZoomOut = 2, Left = 4, Right = 8 };

// Returns the key that the event is about; none with Ctrl, Alt or Meta.
[[nodiscard]] MoveKey moveKeyOf(const QKeyEvent& event);

// The keys held now, and the resulting motion.
class HeldKeys {
public:
    static constexpr double kTapZoom = .8;   // factor by which a press zooms at once
    static constexpr double kTapPan = .1;    // share of the visible range by which a press pans at once
    static constexpr double kZoomSpeed = 3;  // per second: factor e^-3
    static constexpr double kPanSpeed = 1.2; // visible ranges per second
    static constexpr double kFaster = 3;

    void press(MoveKey key, bool fast) {
        keys_ |= static_cast<unsigned>(key);
        fast_ = fast;
    }
    void release(MoveKey key) { keys_ &= ~static_cast<unsigned>(key); }
    void clear() { keys_ = 0; }
    [[nodiscard]] bool any() const { return keys_ != 0; }
    // The factor to zoom by, and the share of the visible range to pan by, after `seconds`.
    [[nodiscard]] double zoom(double seconds) const;
    [[nodiscard]] double pan(double seconds) const;

private:
    [[nodiscard]] double both(MoveKey less, MoveKey more) const;
    unsigned keys_ = 0;
    bool fast_ = false;
};

} // namespace lanes
