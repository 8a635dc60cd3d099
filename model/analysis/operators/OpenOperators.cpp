#include "model/analysis/operators/OpenOperators.h"

#include "model/trace/slices/AsyncRanges.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace lanes {

SliceId OpenOperators::at(SliceId call) const {
    const Trace::Slice own = trace_->slice(call);
    const auto [first, last] = trace_->lanesOf(own.track);
    if (last - first <= OpenCalls::kFewLanes) {
        return amongLanes(own.track, own.start);
    }
    const std::scoped_lock lock(mutex_);
    const auto [known, isNew] = open_.try_emplace(own.track);
    if (isNew) {
        known->second = openOn(own.track);
    }
    return SliceId(known->second.at(own.start));
}

SliceId OpenOperators::amongLanes(TrackId track, TimeNs t) const {
    const auto [first, last] = trace_->lanesOf(track);
    SliceId found;
    TimeNs latest = std::numeric_limits<TimeNs>::min();
    for (std::uint32_t lane = first; lane < last; ++lane) {
        const SliceId at = trace_->sliceAt(LaneId(lane), t);
        if (!at.valid()) {
            continue;
        }
        const Trace::Slice slice = trace_->slice(at);
        if (slice.kind == EventKind::Operator && slice.start >= latest &&
            !isAsyncRange(slice.kind, trace_->text(slice.name))) {
            found = at;
            latest = slice.start;
        }
    }
    return found;
}

OpenCalls OpenOperators::openOn(TrackId track) const {
    std::vector<OpenCalls::Call> calls;
    const AsyncRanges asyncs(trace_->strings());
    for (const auto& segment : trace_->segments()) {
        for (std::uint32_t depth = 0; segment->track == track && depth < segment->depths(); ++depth) {
            for (std::uint32_t i = segment->laneBegin[depth]; i < segment->laneBegin[depth + 1]; ++i) {
                if (segment->kind[i] == EventKind::Operator &&
                    !asyncs.has(segment->kind[i], segment->name[i])) {
                    calls.push_back({segment->start[i], segment->end(i), depth, segment->first + i});
                }
            }
        }
    }
    return OpenCalls(std::move(calls));
}

} // namespace lanes
