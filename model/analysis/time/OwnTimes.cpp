#include "model/analysis/time/OwnTimes.h"

#include "model/analysis/time/IntervalUnion.h"

#include <algorithm>
#include <utility>

namespace lanes {

// What a track's lanes have shown so far.
struct OwnTimes::Shown {
    IntervalUnion works;
    IntervalUnion waits;
    IntervalUnion worksWithinWaits;
};

OwnTimes::OwnTimes(const Trace& trace, RoleOf roleOf)
    : trace_(trace)
    , roleOf_(roleOf)
    , segments_(trace.tracks().size()) {
    for (const auto& segment : trace.segments()) {
        segments_[segment->track.value].push_back(segment.get());
    }
}

OwnRole OwnTimes::roleOf(const Segment& segment, std::uint32_t i) {
    std::vector<std::optional<OwnRole>>& known = known_[static_cast<std::size_t>(segment.kind[i])];
    if (known.empty()) {
        known.resize(trace_.strings().size() + 1);
    }
    std::optional<OwnRole>& role = known[std::min<std::size_t>(segment.name[i].value, known.size() - 1)];
    if (!role) {
        role = roleOf_(segment.kind[i], trace_.text(segment.name[i]), trace_.ownClasses());
    }
    return *role;
}

void OwnTimes::read(const Segment& segment, Shown& shown) {
    std::vector<bool> waiting(segment.size()); // it, or what it is called by
    for (std::uint32_t depth = 0; depth < segment.depths(); ++depth) {
        HugeVector<TimeRange> works;
        HugeVector<TimeRange> waits;
        HugeVector<TimeRange> within;
        for (std::uint32_t i = segment.laneBegin[depth]; i < segment.laneBegin[depth + 1]; ++i) {
            const SliceId outer = segment.parent[i];
            const std::uint32_t above = outer.value - segment.first;
            const bool inWait = outer.valid() && above < segment.size() && waiting[above];
            const OwnRole role = roleOf(segment, i);
            waiting[i] = inWait || role == OwnRole::Waits;
            if (role != OwnRole::None) {
                const TimeRange range{segment.start[i], segment.end(i)};
                (role == OwnRole::Waits ? waits : inWait ? within : works).push_back(range);
            }
        }
        shown.works.add(IntervalSet(std::move(works)));
        shown.waits.add(IntervalSet(std::move(waits)));
        shown.worksWithinWaits.add(IntervalSet(std::move(within)));
    }
}

IntervalSet OwnTimes::of(TrackId track, const std::stop_token& stop) {
    Shown shown;
    for (const Segment* segment : segments_[track.value]) {
        if (!stop.stop_requested()) {
            read(*segment, shown);
        }
    }
    const IntervalSet waits = shown.waits.take();
    IntervalSet works = shown.works.take();
    return waits.empty() ? works : works.subtract(waits).unite(shown.worksWithinWaits.take());
}

} // namespace lanes
