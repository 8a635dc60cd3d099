#include "model/analysis/operators/Siblings.h"

#include <algorithm>

namespace lanes {
namespace {

int binOf(const Siblings& siblings, TimeNs duration) {
    const TimeNs width = siblings.longest - siblings.shortest;
    const double share = width > 0 ? double(duration - siblings.shortest) / double(width) : 0.0;
    return std::clamp(static_cast<int>(share * Siblings::kBins), 0, Siblings::kBins - 1);
}

} // namespace

Siblings siblingsOf(const Trace& trace, SliceId slice, std::stop_token stop) {
    const Trace::Slice own = trace.slice(slice);
    std::vector<TimeNs> durations;
    Siblings result;
    TimeNs slowest = -1;
    for (const auto& segment : trace.segments()) {
        if (stop.stop_requested()) {
            return {};
        }
        for (std::uint32_t i = 0; i < segment->size(); ++i) {
            if (segment->name[i] != own.name || segment->kind[i] != own.kind) {
                continue;
            }
            durations.push_back(segment->duration[i]);
            if (segment->duration[i] > slowest) {
                slowest = segment->duration[i];
                result.slowest = SliceId(segment->first + i);
            }
        }
    }
    if (durations.empty()) {
        return {};
    }
    std::sort(durations.begin(), durations.end());
    result.count = static_cast<std::uint32_t>(durations.size());
    result.shortest = durations.front();
    result.longest = durations.back();
    result.median = durations[durations.size() / 2];
    const auto longer = durations.end() - std::upper_bound(durations.begin(), durations.end(), own.duration);
    result.rank = static_cast<std::uint32_t>(longer) + 1;
    result.ownBin = binOf(result, own.duration);
    for (const TimeNs duration : durations) {
        result.total += duration;
        ++result.histogram[binOf(result, duration)];
    }
    return result;
}

} // namespace lanes
