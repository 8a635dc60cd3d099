#include "model/analysis/gaps/GapSteps.h"

#include "model/analysis/gaps/GapCause.h"
#include "model/analysis/gaps/Gaps.h"

namespace lanes {

GapSteps gapSteps(const Trace& trace, const EventOrigin& origin, TrackId stream, TimeNs time,
                  const std::stop_token& stop) {
    GapSteps found;
    if (stream.value >= trace.tracks().size()) {
        return found;
    }
    const auto at = gapAt(gapsOf(trace, stream, stop), time);
    if (!at) {
        return found;
    }
    const SliceId launch = origin.launchOf(at->after);
    const auto cause = gapCause(trace, at->range, launch);
    if (!cause) {
        return found;
    }
    int number = 0;
    for (const GapLink& link : gapChain(trace, origin.until(stop), at->range, *cause, launch)) {
        ++number;
        if (link.slice.valid()) {
            found.steps.push_back({link.slice, number});
            found.related.slices.push_back(link.slice);
        }
    }
    found.related.flows.push_back({launch, at->after, LinkKind::Launch, 1});
    return found;
}

} // namespace lanes
