// Ends work from deep within it where a stop was asked for: for work of many parts that give each other no results that could
// say "stopped".
#pragma once

#include "model/base/StopEvery.h"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <stop_token>
#include <utility>

namespace lanes {

// What a look throws. Caught where the work was begun.
struct Stopped : std::exception {};

// Any thread; one for all threads of the work.
class StopLook {
public:
    explicit StopLook(std::stop_token stop = {})
        : stop_(std::move(stop)) {}

    void now() const {
        if (stop_.stop_requested()) {
            throw Stopped();
        }
    }
    // In loops: `i` counts up.
    void at(std::size_t i) const {
        if (i % kStopEvery == 0) {
            now();
        }
    }
    [[nodiscard]] const std::stop_token& token() const { return stop_; }

private:
    std::stop_token stop_;
};

// What sorts: less(a, b), with a look now and then. Sorts may copy it, so `compared` is the caller's.
template<class Less>
[[nodiscard]] auto lookingAt(const StopLook& look, std::size_t& compared, Less less) {
    return [&look, &compared, less = std::move(less)](const auto& a, const auto& b) {
        look.at(++compared);
        return less(a, b);
    };
}

} // namespace lanes
