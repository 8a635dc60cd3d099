// A row about the recording itself: its pauses, and the marks that commands set.
#pragma once

#include "collector/recorder/sink/RowBuilder.h"
#include "collector/recorder/sink/SessionSink.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace lanes::recorder {

// One thread. Times never fall: an earlier time is replaced by the last one.
class RecordingRow {
public:
    // `sink` outlives this.
    explicit RecordingRow(SessionSink& sink)
        : sink_(sink)
        , row_(sink.writer()) {}

    // Nothing is recorded from here on. Without effect during a pause.
    void pause(TimeNs at);
    void resume(TimeNs at);
    [[nodiscard]] bool paused() const { return static_cast<bool>(pause_); }
    [[nodiscard]] std::uint64_t pauses() const { return stretches_.size(); }
    // True if the recording was paused at that time, now or earlier. O(log pauses).
    [[nodiscard]] bool wasPaused(TimeNs at) const;
    // Returns when the last pause before `at` ended. Nothing if it was paused at that time, or if no pause had ended
    // yet.
    [[nodiscard]] std::optional<TimeNs> recordingSince(TimeNs at) const;
    void mark(TimeNs at, std::string_view text, StackId stack = {}); // UTF-8
    // Returns another row of the recording.
    TrackId rowBeside(std::string_view key);

private:
    TrackId track();
    TimeNs risen(TimeNs at);

    SessionSink& sink_;
    RowBuilder row_;
    ProcessId owner_; // made with the first row
    TrackId track_;   // made with the first pause or mark
    SliceHandle pause_;
    struct Stretch {
        TimeNs begin;
        TimeNs end; // the largest time: the pause goes on
    };
    std::vector<Stretch> stretches_; // the pauses, in order
    TimeNs last_ = 0;
    std::vector<std::int64_t> cells_;
};

} // namespace lanes::recorder
