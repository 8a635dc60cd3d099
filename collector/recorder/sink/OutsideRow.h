// The times in which no thread of any process was inside the filter (`--where`), as a row beside that of pauses.
// Rings report their threads one after the other, so the changes are put in order first.
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

    // Adds that a thread enters, or leaves.
    void enter(TimeNs at) { add(at, +1); }
    void leave(TimeNs at) { add(at, -1); }
    // All changes up to that time have come: writes them. A later change with an earlier time counts from there on.
    void settle(TimeNs upTo);
    // The recording ends.
    void finish(TimeNs at);
    // Returns how often a thread has entered.
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
    TrackId track_; // made with the first entry
    SliceHandle outside_;
    std::vector<std::pair<TimeNs, int>> changes_; // not written yet
    std::uint64_t entered_ = 0;
    std::int64_t inside_ = 0; // threads inside, at last_
    TimeNs last_ = 0;
    std::vector<std::int64_t> cells_;
};

} // namespace lanes::recorder
