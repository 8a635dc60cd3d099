#include "collector/recorder/sink/TrackTable.h"

#include "model/trace/ThreadRows.h"

#include <string>
#include <utility>

namespace lanes::recorder {

namespace {

// "7"; of the second thread that had that id "7.2".
std::string threadText(std::uint64_t lane) {
    const std::uint64_t before = lane >> 32;
    return std::to_string(lane & UINT32_MAX) + (before > 0 ? "." + std::to_string(before + 1) : "");
}

// Threads and streams go by their number, as in Kineto's traces. A process has others beside threads.
std::string textOf(const TrackKey& key) {
    const std::string number = std::to_string(static_cast<std::int64_t>(key.lane));
    switch (key.kind) {
    case Track::Kind::Counter:
        return "counter " + number;
    case Track::Kind::Async:
        return "ranges " + number;
    case Track::Kind::Other:
        return threadText(key.lane) + std::string(kSampledSuffix);
    case Track::Kind::Thread:
        return threadText(key.lane);
    default:
        return number;
    }
}

} // namespace

TrackId TrackTable::track(const TrackKey& key, std::string_view text, std::int64_t sortIndex) {
    const auto known = tracks_.find(key);
    if (known == tracks_.end()) {
        const TrackId made = writer_.addTrack({.process = key.owner,
                                               .key = textOf(key),
                                               .name = std::string(text),
                                               .kind = key.kind,
                                               .sortIndex = sortIndex});
        return tracks_[key] = made;
    }
    if (!text.empty() && writer_.track(known->second).name != text) {
        Track track = writer_.track(known->second);
        track.name = text;
        writer_.setTrack(known->second, std::move(track));
    }
    return known->second;
}

void TrackTable::forget(ProcessId owner) {
    std::erase_if(tracks_, [&](const auto& entry) { return entry.first.owner == owner; });
}

} // namespace lanes::recorder
