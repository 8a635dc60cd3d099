// The one rule of self time, for all who say how long a call ran by itself.
//
// Calls of one thread may overlap without one holding the other. A moment still belongs to one of them only: a call owns what
// lies behind the furthest end of the calls before it in the same caller, and nothing that its caller does not own. Its self
// time is what it owns without what the calls in it own. So the self times of a thread add up to the union of its calls, and
// none is negative.
#pragma once

#include "model/base/Time.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

namespace lanes {

// Of the calls of one thread, which come by start, longest first. One thread.
class CallShares {
public:
    static constexpr std::uint32_t kNoCall = 0xffffffffu;

    // Calls have numbers; those in [first, first + count) cost least.
    CallShares(std::uint32_t first, std::uint32_t count)
        : first_(first)
        , near_(count, kNever) {}

    // What a call owns, [start, end) or the rest of it. The caller has come before, or is kNoCall. Amortised O(1).
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

    // Until when the time of a call belongs to others: to those before it, then to those in it.
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
