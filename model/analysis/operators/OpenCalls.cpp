#include "model/analysis/operators/OpenCalls.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <tuple>

namespace lanes {

OpenCalls::OpenCalls(std::vector<Call> calls) {
    std::erase_if(calls, [](const Call& call) { return call.end <= call.start; });
    std::ranges::sort(calls, {},
                      [](const Call& call) { return std::tuple(call.start, call.depth, call.number); });
    std::vector<Call> open; // the last to begin at the end; some below it have ended
    const auto closeUntil = [&](TimeNs t) {
        while (!open.empty() && open.back().end <= t) {
            const TimeNs end = open.back().end;
            while (!open.empty() && open.back().end <= end) {
                open.pop_back();
            }
            changes_.push_back({end, open.empty() ? kNone : open.back().number});
        }
    };
    for (const Call& call : calls) {
        closeUntil(call.start);
        open.push_back(call);
        changes_.push_back({call.start, call.number});
    }
    closeUntil(std::numeric_limits<TimeNs>::max());
}

std::uint32_t OpenCalls::at(TimeNs t) const {
    const auto after = std::ranges::upper_bound(changes_, t, {}, &Change::time);
    return after == changes_.begin() ? kNone : std::prev(after)->innermost;
}

} // namespace lanes
