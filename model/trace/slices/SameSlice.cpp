#include "model/trace/slices/SameSlice.h"

namespace lanes {

namespace {

// Slices that end at one moment in one lane: those without duration.
constexpr int kMostAtAMoment = 64;

SliceId inLane(const Trace& trace, LaneId lane, TimeNs start, std::string_view name) {
    SliceId id = trace.firstEndingAfter(lane, start - 1);
    for (int i = 0; i < kMostAtAMoment && id.valid(); ++i, id = trace.nextInLane(id)) {
        const Trace::Slice slice = trace.slice(id);
        if (slice.start > start) {
            break;
        }
        if (slice.start == start && trace.text(slice.name) == name) {
            return id;
        }
    }
    return {};
}

} // namespace

// A segment with a slice that has not ended is another one in each snapshot, with the same starts.
bool continues(const Trace& earlier, const Trace& later) {
    return earlier.segments().empty() || (!later.segments().empty() && earlier.segments()[0]->start.data() ==
                                                                           later.segments()[0]->start.data());
}

TrackId sameTrack(const Trace& from, TrackId track, const Trace& to) {
    if (track.value >= from.tracks().size()) {
        return {};
    }
    const Track& wanted = from.tracks()[track.value];
    if (wanted.process.value >= from.processes().size()) {
        return {};
    }
    const std::string& process = from.processes()[wanted.process.value].key;
    for (std::uint32_t t = 0; t < to.tracks().size(); ++t) {
        const Track& other = to.tracks()[t];
        if (other.key == wanted.key && other.kind == wanted.kind &&
            other.process.value < to.processes().size() &&
            to.processes()[other.process.value].key == process) {
            return TrackId{t};
        }
    }
    return {};
}

SliceId sameSlice(const Trace& from, SliceId slice, const Trace& to) {
    if (!from.has(slice)) {
        return {};
    }
    const Trace::Slice wanted = from.slice(slice);
    const TrackId track = sameTrack(from, wanted.track, to);
    if (!track.valid()) {
        return {};
    }
    const auto [first, last] = to.lanesOf(track);
    for (std::uint32_t lane = first; lane < last; ++lane) {
        if (const SliceId found = inLane(to, LaneId{lane}, wanted.start, from.text(wanted.name));
            found.valid()) {
            return found;
        }
    }
    return {};
}

} // namespace lanes
