// Ends work from deep within it when a stop was requested. For work of many parts whose results have no way to report
// "stopped".
#pragma once

#include "model/base/StopEvery.h"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <stop_token>
#include <utility>

namespace lanes {

// Thrown by a check; caught where the work began.
struct Stopped : std::exception {};

// Any thread; all threads of the work share one.
class StopLook {
public:
    explicit StopLook(std::stop_token stop = {})
        : stop_(std::move(stop)) {}

    void now() const {
        if (stop_.stop_requested()) {
            throw Stopped();
        }
    }
    // For loops; `i` counts up.
    void at(std::size_t i) const {
        if (i % kStopEvery == 0) {
            now();
        }
    }
    [[nodiscard]] const std::stop_token& token() const { return stop_; }

private:
    std::stop_token stop_;
};

// Makes a comparison for a sort: less(a, b), with a check now and then. Sorts may copy it, so the caller owns `compared`.
template<class Less>
[[nodiscard]] auto lookingAt(const StopLook& look, std::size_t& compared, Less less) {
    return [&look, &compared, less = std::move(less)](const auto& a, const auto& b) {
        look.at(++compared);
        return less(a, b);
    };
}

} // namespace lanes
