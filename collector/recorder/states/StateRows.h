// The states of the recorded threads, as rows of the session: one below each thread, with a slice for each state
// (FORMAT.md). A source of the recorder itself, beside the rings.
#pragma once

#include "collector/recorder/CaptureContext.h"
#include "collector/recorder/Findings.h"
#include "collector/recorder/sink/RowBuilder.h"
#include "collector/recorder/states/StatePieces.h"
#include "collector/recorder/states/StateSampler.h"

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lanes::recorder {

// One thread.
class StateRows {
public:
    struct Target {
        ThreadKey thread;
        TrackId track; // the thread's own
    };

    // `rings` as in HostCounters. `folder`: the folder of the kernel's files.
    StateRows(const CaptureContext& context, std::string rings, std::string folder = "/proc");

    // Records these threads' states from now on, except those that have ended; none while the recording is `paused`.
    // `every` as in StateSampler::follow(). Threads that are not listed have ended. O(threads log threads), and
    // O(mappings) for a new process.
    void follow(std::span<const Target> targets, TimeNs every, bool paused = false);
    // Writes the changes since the last call to the session. `atEnd`: no thread is followed any more.
    void flush(bool atEnd);
    // Returns the threads that have ended, or found no room, since the last call. They need not be listed any more.
    [[nodiscard]] std::vector<ThreadKey> takeOver() { return std::exchange(newlyOver_, {}); }

    void addTo(Findings& findings) const;

private:
    struct Row {
        TrackId thread; // its own
        TrackId track;  // made with the first state
        StatePieces pieces;
        SliceHandle state;
        TimeNs begin = 0; // of `state`
        TimeNs until = 0; // when the thread was last seen
    };

    // True if the process belongs to this recording, as far as is known now.
    bool isOurs(std::uint32_t process);
    // Ends the rows of threads that are not among `threads`.
    void letGo(const std::set<ThreadKey>& threads);
    void take();
    TrackId trackOf(Row& row);
    void change(Row& row, const StateChange& change);
    void end(Row& row);

    CaptureContext context_;
    std::string rings_;
    std::string folder_;
    RowBuilder row_;
    std::set<ThreadKey> threads_; // the followed threads
    std::map<ThreadKey, Row> rows_;
    std::set<ThreadKey> over_; // ended, or without room, and still listed
    std::vector<ThreadKey> newlyOver_;
    std::map<std::uint32_t, bool> ours_;
    TimeNs every_ = 0;
    std::vector<StateChange> changes_;
    std::vector<std::int64_t> cells_;
    StateSampler sampler_;
};

} // namespace lanes::recorder
