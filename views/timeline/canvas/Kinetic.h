// A thrown picture moves on and comes to rest. Pure: the caller supplies the times.
#pragma once

#include <QPointF>

#include <cmath>

namespace lanes {

class Kinetic {
public:
    static constexpr double kLeastSpeed = 240; // pixels per second: a release at this speed is a throw
    static constexpr double kRest = 24;        // pixels per second: below it the picture is at rest
    static constexpr double kFastest = 6000;   // pixels per second: the limit, within reach of the hand
    static constexpr double kFriction = 5;     // per second: the speed falls by e^-5

    // The hand (or two fingers) moved by `by` in `seconds`.
    void drag(QPointF by, double seconds) {
        if (seconds > kStale) {
            speed_ = {};
        } else if (seconds > 0) {
            speed_ = .4 * speed_ + .6 * (by / seconds);
        }
    }
    // The hand let go `seconds` after the last move. Returns true if the picture moves on.
    [[nodiscard]] bool release(double seconds) {
        if (seconds > kStale || length() < kLeastSpeed) {
            speed_ = {};
        } else if (length() > kFastest) { // moves that were delivered late come all at once
            speed_ *= kFastest / length();
        }
        return moving();
    }
    // Returns the distance moved within the next `seconds`.
    [[nodiscard]] QPointF step(double seconds) {
        const QPointF by = speed_ * ((1 - std::exp(-kFriction * seconds)) / kFriction);
        speed_ *= std::exp(-kFriction * seconds);
        if (length() < kRest) {
            speed_ = {};
        }
        return by;
    }
    void stop() { speed_ = {}; }
    [[nodiscard]] bool moving() const { return !speed_.isNull(); }

private:
    static constexpr double kStale = .08; // seconds without a move: the picture is held, not thrown
    [[nodiscard]] double length() const { return std::hypot(speed_.x(), speed_.y()); }

    QPointF speed_; // pixels per second
};

} // namespace lanes
