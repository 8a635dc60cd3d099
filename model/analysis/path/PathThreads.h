// The threads of one trace, as far as others wait for them: the times of their own activity, and handovers between them.
// In a handover a thread goes on after another one has done its part, as the main thread does after autograd's threads.
#pragma once

#include "model/analysis/time/IntervalSet.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace lanes {

struct PathThread {
    TrackId track;
    ProcessId process;
    TimeRange range; // from its first event to its last
    std::uint32_t slices = 0;
    std::uint32_t works = 0; // operators and calls among them
    IntervalSet
        busy; // in operators and calls, except those that only wait; empty if no other thread of its process has any
};

// `to` went on at `resumed`, after silence since `silent`, because `from` was done at `done`.
struct PathHandover {
    std::uint32_t to = 0; // position among the threads
    TimeNs silent = 0;
    TimeNs resumed = 0;
    std::uint32_t from = 0;
    TimeNs done = 0;
    bool first = false; // `to` had no earlier activity
};

// All threads with host events. O(slices).
[[nodiscard]] std::vector<PathThread> pathThreads(const Trace& trace, const std::stop_token& stop);
// Handovers by thread, then time. O(silences log silences): of the threads that a silence may have waited for, only the
// 64 that were done last are checked.
[[nodiscard]] std::vector<PathHandover> pathHandovers(const std::vector<PathThread>& threads);
// True if a slice of a thread is the host's own part of a collective: the thread is busy with it from begin to end.
[[nodiscard]] bool isHostCollective(const Trace& trace, SliceId slice);

} // namespace lanes
