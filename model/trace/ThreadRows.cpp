#include "model/trace/ThreadRows.h"

#include <algorithm>

namespace lanes {

namespace {

bool standsBelow(const Track& below, const Track& thread, std::string_view suffix) {
    const std::string_view key = below.key;
    const bool canBe = below.kind == Track::Kind::Other || holdsStates(below);
    return canBe && below.process == thread.process && key.ends_with(suffix) &&
           key.substr(0, key.size() - suffix.size()) == thread.key;
}

template<class Which>
std::optional<TrackId> findTrack(const Trace& trace, Which which) {
    const auto found = std::ranges::find_if(trace.tracks(), which);
    return found == trace.tracks().end()
               ? std::nullopt
               : std::optional(TrackId(static_cast<std::uint32_t>(found - trace.tracks().begin())));
}

std::optional<TrackId> findBelow(const Trace& trace, TrackId thread, std::string_view suffix) {
    return findTrack(
        trace, [&](const Track& track) { return standsBelow(track, trace.tracks()[thread.value], suffix); });
}

} // namespace

std::optional<TrackId> threadAbove(const Trace& trace, TrackId below) {
    const Track& own = trace.tracks()[below.value];
    return findTrack(trace, [&](const Track& track) {
        return standsBelow(own, track, kSampledSuffix) || standsBelow(own, track, kStateSuffix);
    });
}

std::optional<TrackId> samplesOfThread(const Trace& trace, TrackId thread) {
    return findBelow(trace, thread, kSampledSuffix);
}

std::optional<TrackId> statesOfThread(const Trace& trace, TrackId thread) {
    return findBelow(trace, thread, kStateSuffix);
}

bool holdsStates(const Track& track) {
    const bool canBe = track.kind == Track::Kind::Other || track.kind == Track::Kind::Thread;
    return canBe && track.key.ends_with(kStateSuffix);
}

bool countsNowhere(const Track& track) {
    const bool toldOtherwise = track.key == kCompilationKey || track.key.starts_with(kFlightRecorderKey);
    return holdsStates(track) || (track.kind != Track::Kind::Stream && toldOtherwise);
}

} // namespace lanes
