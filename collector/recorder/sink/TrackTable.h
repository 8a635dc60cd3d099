// The tracks of a recording, named by what they are: a stream or a counter need not pass for a thread.
#pragma once

#include "model/session/writing/SessionWriter.h"

#include <cstdint>
#include <map>
#include <string_view>

namespace lanes::recorder {

struct TrackKey {
    Track::Kind kind = Track::Kind::Thread;
    ProcessId owner; // of a stream its device, which sessions number like processes
    // By which the owner knows it: threadLane() of a thread, the number of a stream or counter; from 2^63 on a number below 0.
    std::uint64_t lane = 0;
    friend constexpr auto operator<=>(const TrackKey&, const TrackKey&) = default;
};

// The lane of a thread. `times`: how many threads have had that id by now, this one among them.
constexpr std::uint64_t threadLane(std::uint32_t id, std::uint32_t times) {
    return std::uint64_t{times - 1} << 32 | id;
}

// One thread.
class TrackTable {
public:
    // `writer` outlives this.
    explicit TrackTable(session::SessionWriter& writer)
        : writer_(writer) {}

    // The track of that name, made on first use; of its owner's it stands by `sortIndex`. A text that is not empty
    // replaces the one that it is shown with. O(log tracks).
    TrackId track(const TrackKey& key, std::string_view text, std::int64_t sortIndex);
    [[nodiscard]] bool has(const TrackKey& key) const { return tracks_.contains(key); }
    // The owner is gone: its names are not needed any more. O(tracks).
    void forget(ProcessId owner);

private:
    session::SessionWriter& writer_;
    std::map<TrackKey, TrackId> tracks_;
};

} // namespace lanes::recorder
