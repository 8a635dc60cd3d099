// The one rule of self time, for every user of it.
//
// Calls of one thread may overlap without one enclosing the other. Each moment still belongs to one of them only. A call
// owns the time after the furthest end of earlier calls in the same caller, within the time that its caller owns. Its
// self time is the time it owns minus the time that calls inside it own. So the self times of a thread add up to the
// union of its calls, and none is negative.
#pragma once

#include "model/base/Time.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

namespace lanes {

// Takes the calls of one thread, sorted by start, the longest first. One thread.
class CallShares {
public:
    static constexpr std::uint32_t kNoCall = 0xffffffffu;

    // Calls have numbers; those in [first, first + count) are the fastest.
    CallShares(std::uint32_t first, std::uint32_t count)
        : first_(first)
        , near_(count, kNever) {}

    // Returns the part of [start, end) that the call owns. `caller` was added before, or is kNoCall. Amortised O(1).
    TimeRange add(std::uint32_t call, std::uint32_t caller, TimeNs start, TimeNs end) {
        TimeNs& covered = caller == kNoCall ? covered_ : coveredIn(caller);
        end = std::max(start, end);
        const TimeNs begin = std::clamp(covered, start, end);
        covered = std::max(covered, end);
        coveredIn(call) = begin;
        return {begin, end};
    }

private:
    static constexpr TimeNs kNever = std::numeric_limits<TimeNs>::min();

    // The end of the time that belongs to others: at first to calls before this one, then to calls inside it.
    [[nodiscard]] TimeNs& coveredIn(std::uint32_t call) {
        const std::uint32_t at = call - first_;
        return at < near_.size() ? near_[at] : far_.try_emplace(call, kNever).first->second;
    }

    std::uint32_t first_;
    TimeNs covered_ = kNever; // of the thread
    std::vector<TimeNs> near_;
    std::unordered_map<std::uint32_t, TimeNs> far_;
};

} // namespace lanes
