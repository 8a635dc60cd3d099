#include "model/trace/ThreadRows.h"

#include <string>

namespace lanes {

namespace {

bool canStandBelow(const Track& track) {
    return (track.kind == Track::Kind::Other || holdsStates(track)) &&
           (track.key.ends_with(kSampledSuffix) || track.key.ends_with(kStateSuffix));
}

} // namespace

ThreadRows::ThreadRows(const Trace& trace)
    : trace_(trace) {
    for (std::uint32_t i = 0; i < trace.tracks().size(); ++i) {
        const Track& track = trace.tracks()[i];
        const std::pair<ProcessId, std::string_view> key{track.process, track.key};
        all_.try_emplace(key, i);
        if (canStandBelow(track)) {
            below_.try_emplace(key, i);
        }
    }
}

std::optional<TrackId> ThreadRows::threadAbove(TrackId below) const {
    const Track& own = trace_.tracks()[below.value];
    if (!canStandBelow(own)) {
        return {};
    }
    const std::string_view key = own.key;
    const std::string_view suffix = key.ends_with(kSampledSuffix) ? kSampledSuffix : kStateSuffix;
    const auto found = all_.find({own.process, key.substr(0, key.size() - suffix.size())});
    return found == all_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<TrackId> ThreadRows::samplesOf(TrackId thread) const {
    return below(thread, kSampledSuffix);
}

std::optional<TrackId> ThreadRows::statesOf(TrackId thread) const {
    return below(thread, kStateSuffix);
}

std::optional<TrackId> ThreadRows::below(TrackId thread, std::string_view suffix) const {
    const Track& own = trace_.tracks()[thread.value];
    const std::string key = std::string(own.key).append(suffix);
    const auto found = below_.find({own.process, key});
    return found == below_.end() ? std::nullopt : std::optional(found->second);
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
