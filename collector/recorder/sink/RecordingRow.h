// What a recording says of itself: a row of its own with its pauses, and the marks that came by command.
#pragma once

#include "collector/recorder/sink/RowBuilder.h"
#include "collector/recorder/sink/SessionSink.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace lanes::recorder {

// One thread. Times rise: what is said to be before the last of them is put there.
class RecordingRow {
public:
    // `sink` outlives this.
    explicit RecordingRow(SessionSink& sink)
        : sink_(sink)
        , row_(sink.writer()) {}

    // Nothing is recorded from here on; nothing new if that is so already.
    void pause(TimeNs at);
    void resume(TimeNs at);
    [[nodiscard]] bool paused() const { return static_cast<bool>(pause_); }
    [[nodiscard]] std::uint64_t pauses() const { return stretches_.size(); }
    // At that time, now or earlier. O(log pauses).
    [[nodiscard]] bool wasPaused(TimeNs at) const;
    // Since when it had been recording at that time, after a pause; nothing if it was paused, or had not been yet.
    [[nodiscard]] std::optional<TimeNs> recordingSince(TimeNs at) const;
    void mark(TimeNs at, std::string_view text, StackId stack = {}); // UTF-8
    // Another row of the recording's.
    TrackId rowBeside(std::string_view key);

private:
    TrackId track();
    TimeNs risen(TimeNs at);

    SessionSink& sink_;
    RowBuilder row_;
    ProcessId owner_; // made with the first row
    TrackId track_;   // made when there is something to say
    SliceHandle pause_;
    struct Stretch {
        TimeNs begin;
        TimeNs end; // the largest there is: it goes on
    };
    std::vector<Stretch> stretches_; // in order
    TimeNs last_ = 0;
    std::vector<std::int64_t> cells_;
};

} // namespace lanes::recorder
