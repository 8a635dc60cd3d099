// Finds the call of one thread that is open at a moment, of several the last to begin. For threads with very many open
// calls.
#pragma once

#include "model/base/Time.h"

#include <cstdint>
#include <vector>

namespace lanes {

// Immutable; any thread.
class OpenCalls {
public:
    static constexpr std::uint32_t kNone = 0xffffffffu;
    // Up to so many lanes, searching each lane is cheaper than storing all changes.
    static constexpr std::uint32_t kFewLanes = 64;

    struct Call {
        TimeNs start = 0;
        TimeNs end = 0;
        std::uint32_t depth = 0; // of calls that start together, the deepest counts as the last
        std::uint32_t number = 0;
    };

    OpenCalls() = default;
    explicit OpenCalls(std::vector<Call> calls); // O(n log n)

    [[nodiscard]] std::uint32_t at(TimeNs t) const; // number, or kNone. O(log n)

private:
    // A time from which `innermost` is the innermost open call.
    struct Change {
        TimeNs time = 0;
        std::uint32_t innermost = kNone;
    };

    std::vector<Change> changes_;
};

} // namespace lanes
