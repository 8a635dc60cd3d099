// What a recording with a filter (`--where`) says of the time in which no thread of any process was inside: a row of its own, as
// of pauses. Rings tell of threads one after the other: what they say is put in order first.
#pragma once

#include "collector/recorder/sink/RecordingRow.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace lanes::recorder {

// One thread.
class OutsideRow {
public:
    // Both outlive this.
    OutsideRow(SessionSink& sink, RecordingRow& beside)
        : sink_(sink)
        , beside_(beside)
        , row_(sink.writer()) {}

    // A thread enters, or leaves.
    void enter(TimeNs at) { add(at, +1); }
    void leave(TimeNs at) { add(at, -1); }
    // Everything up to that time has been said: it is written. What comes later all the same counts from there on.
    void settle(TimeNs upTo);
    // The recording ends.
    void finish(TimeNs at);
    // How often a thread has entered.
    [[nodiscard]] std::uint64_t entered() const { return entered_; }

private:
    void add(TimeNs at, int change) {
        changes_.emplace_back(at, change);
        entered_ += change > 0 ? 1 : 0;
    }
    void begin(TimeNs at);

    SessionSink& sink_;
    RecordingRow& beside_;
    RowBuilder row_;
    TrackId track_; // made when there is something to say
    SliceHandle outside_;
    std::vector<std::pair<TimeNs, int>> changes_; // not yet written
    std::uint64_t entered_ = 0;
    std::int64_t inside_ = 0; // threads, at last_
    TimeNs last_ = 0;
    std::vector<std::int64_t> cells_;
};

} // namespace lanes::recorder
