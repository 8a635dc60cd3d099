// The tracks of a recording, identified by kind, owner and lane. A stream or a counter thus need not be disguised as
// a thread.
#pragma once

#include "model/session/writing/SessionWriter.h"

#include <cstdint>
#include <map>
#include <string_view>

namespace lanes::recorder {

struct TrackKey {
    Track::Kind kind = Track::Kind::Thread;
    ProcessId owner; // for a stream its device, which sessions number like processes
    // The owner's number for it: threadLane() of a thread, or the number of a stream or counter. Values from 2^63 on
    // are negative numbers.
    std::uint64_t lane = 0;
    friend constexpr auto operator<=>(const TrackKey&, const TrackKey&) = default;
};

// Returns the lane of a thread. `times`: how many threads have had that id by now, including this one.
constexpr std::uint64_t threadLane(std::uint32_t id, std::uint32_t times) {
    return std::uint64_t{times - 1} << 32 | id;
}

// One thread.
class TrackTable {
public:
    // `writer` outlives this.
    explicit TrackTable(session::SessionWriter& writer)
        : writer_(writer) {}

    // Returns the track of that key, made on first use; `sortIndex` orders it among its owner's tracks. A text that
    // is not empty replaces the shown name. O(log tracks).
    TrackId track(const TrackKey& key, std::string_view text, std::int64_t sortIndex);
    [[nodiscard]] bool has(const TrackKey& key) const { return tracks_.contains(key); }
    // The owner is gone: forgets its keys. O(tracks).
    void forget(ProcessId owner);

private:
    session::SessionWriter& writer_;
    std::map<TrackKey, TrackId> tracks_;
};

} // namespace lanes::recorder
