// Finds the slices of earlier segments that still run when a segment of their track begins.
#pragma once

#include "model/trace/Trace.h"

#include <algorithm>
#include <vector>

namespace lanes {

// One thread. The caller passes the segments of a trace in order.
class RunningSlices {
public:
    explicit RunningSlices(const Trace& trace)
        : trace_(trace)
        , last_(trace.tracks().size()) {}

    // The slices that still run, by start; the shallower first where starts are equal. O(depth log depth).
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
