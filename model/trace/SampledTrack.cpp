#include "model/trace/SampledTrack.h"

#include <algorithm>

namespace lanes {

namespace {

bool isSampleOf(const Track& samples, const Track& thread) {
    const std::string_view key = samples.key;
    return samples.kind == Track::Kind::Other && samples.process == thread.process &&
           key.ends_with(kSampledSuffix) && key.substr(0, key.size() - kSampledSuffix.size()) == thread.key;
}

template<class Which>
std::optional<TrackId> findTrack(const Trace& trace, Which which) {
    const auto found = std::ranges::find_if(trace.tracks(), which);
    return found == trace.tracks().end()
               ? std::nullopt
               : std::optional(TrackId(static_cast<std::uint32_t>(found - trace.tracks().begin())));
}

} // namespace

std::optional<TrackId> sampledThread(const Trace& trace, TrackId samples) {
    return findTrack(trace,
                     [&](const Track& track) { return isSampleOf(trace.tracks()[samples.value], track); });
}

std::optional<TrackId> samplesOfThread(const Trace& trace, TrackId thread) {
    return findTrack(trace,
                     [&](const Track& track) { return isSampleOf(track, trace.tracks()[thread.value]); });
}

} // namespace lanes
