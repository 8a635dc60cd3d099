// Which slices of earlier segments still run when a segment of their track begins.
#pragma once

#include "model/trace/Trace.h"

#include <algorithm>
#include <vector>

namespace lanes {

// One thread; the segments of a trace pass in order.
class RunningSlices {
public:
    explicit RunningSlices(const Trace& trace)
        : trace_(trace)
        , last_(trace.tracks().size()) {}

    // By start, of those that start together the shallower first. O(depth log).
    [[nodiscard]] std::vector<SliceId> at(const Segment& segment) const {
        std::vector<SliceId> running;
        for (const SliceId id : last_[segment.track.value]) {
            if (id.valid() && segment.size() > 0 && trace_.slice(id).end() > segment.firstStart()) {
                running.push_back(id);
            }
        }
        std::ranges::stable_sort(running, {}, [this](SliceId id) { return trace_.slice(id).start; });
        return running;
    }
    void pass(const Segment& segment) {
        std::vector<SliceId>& last = last_[segment.track.value];
        last.resize(std::max<std::size_t>(last.size(), segment.depths()));
        for (std::uint32_t depth = 0; depth < segment.depths(); ++depth) {
            if (segment.laneBegin[depth] < segment.laneBegin[depth + 1]) {
                last[depth] = SliceId(segment.first + segment.laneBegin[depth + 1] - 1);
            }
        }
    }

private:
    const Trace& trace_;
    std::vector<std::vector<SliceId>> last_; // by track and depth
};

} // namespace lanes
