// What the recorded threads do, as rows of the session: one below each thread, a slice for each state (FORMAT.md). A source of
// the recorder's own, beside the rings.
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

    // `rings` as HostCounters'. `folder`: where the kernel's files stand.
    StateRows(const CaptureContext& context, std::string rings, std::string folder = "/proc");

    // These threads' states are recorded from now on, unless they are known to have ended, or the recording is `paused`; `every` as
    // StateSampler::follow(). Threads that are not named have ended. O(threads log threads), and O(mappings) of a process that
    // is new.
    void follow(std::span<const Target> targets, TimeNs every, bool paused = false);
    // Gives the session what has come since the last time. `atEnd`: nobody is followed any more.
    void flush(bool atEnd);
    // Threads that have ended, or found no room, since the last time: they need not be named any more.
    [[nodiscard]] std::vector<ThreadKey> takeOver() { return std::exchange(newlyOver_, {}); }

    void addTo(Findings& findings) const;

private:
    struct Row {
        TrackId thread; // its own
        TrackId track;  // made when there is something to say
        StatePieces pieces;
        SliceHandle state;
        TimeNs begin = 0; // of it
        TimeNs until = 0; // when the thread was last seen
    };

    // Whether a number is a process of this recording, as far as is known by now.
    bool isOurs(std::uint32_t process);
    // Of those that are not among `threads`.
    void letGo(const std::set<ThreadKey>& threads);
    void take();
    TrackId trackOf(Row& row);
    void change(Row& row, const StateChange& change);
    void end(Row& row);

    CaptureContext context_;
    std::string rings_;
    std::string folder_;
    RowBuilder row_;
    std::set<ThreadKey> threads_; // that are followed
    std::map<ThreadKey, Row> rows_;
    std::set<ThreadKey> over_; // that have ended, or found no room, and are still named
    std::vector<ThreadKey> newlyOver_;
    std::map<std::uint32_t, bool> ours_;
    TimeNs every_ = 0;
    std::vector<StateChange> changes_;
    std::vector<std::int64_t> cells_;
    StateSampler sampler_;
};

} // namespace lanes::recorder
