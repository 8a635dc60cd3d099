#include "model/analysis/gaps/GapSteps.h"

#include "model/analysis/gaps/GapCause.h"
#include "model/analysis/gaps/Gaps.h"

namespace lanes {

GapSteps gapSteps(const std::shared_ptr<const Trace>& trace, TrackId stream, TimeNs time) {
    GapSteps found;
    if (stream.value >= trace->tracks().size()) {
        return found;
    }
    const auto at = gapAt(gapsOf(*trace, stream), time);
    if (!at) {
        return found;
    }
    const EventOrigin origin(trace);
    const SliceId launch = origin.launchOf(at->after);
    const auto cause = gapCause(*trace, at->range, launch);
    if (!cause) {
        return found;
    }
    int number = 0;
    for (const GapLink& link : gapChain(*trace, origin, at->range, *cause, launch)) {
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
