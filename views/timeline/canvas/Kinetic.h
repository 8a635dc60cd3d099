// What is thrown moves on and comes to rest. Pure: times come from outside.
#pragma once

#include <QPointF>

#include <cmath>

namespace lanes {

class Kinetic {
public:
    static constexpr double kLeastSpeed = 240; // pixels per second at which letting go is a throw
    static constexpr double kRest = 24;        // and below which it has come to rest
    static constexpr double kFastest = 6000;   // of a throw, so that it stays within reach of the hand
    static constexpr double kFriction = 5;     // per second: the speed falls by e^-5

    // The hand (or two fingers) moved by `by` within `seconds`.
    void drag(QPointF by, double seconds) {
        if (seconds > kStale) {
            speed_ = {};
        } else if (seconds > 0) {
            speed_ = .4 * speed_ + .6 * (by / seconds);
        }
    }
    // Let go `seconds` after the last move; true if it moves on.
    [[nodiscard]] bool release(double seconds) {
        if (seconds > kStale || length() < kLeastSpeed) {
            speed_ = {};
        } else if (length() > kFastest) { // moves that were delivered late come all at once
            speed_ *= kFastest / length();
        }
        return moving();
    }
    // How far it moves within `seconds`.
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
    static constexpr double kStale = .08; // seconds without a move: it is held, not thrown
    [[nodiscard]] double length() const { return std::hypot(speed_.x(), speed_.y()); }

    QPointF speed_; // pixels per second
};

} // namespace lanes
