// The threads of one trace as far as others wait for them: when each did something by itself, and which thread went on when
// another one had done its part, as the main thread does while autograd's threads compute gradients.
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
    IntervalSet busy;        // in operators and calls, but for those that only wait; empty where it is alone
};

// `to` goes on at `resumed`, having done nothing since `silent`, because `from` was done at `done`.
struct PathHandover {
    std::uint32_t to = 0; // position among the threads
    TimeNs silent = 0;
    TimeNs resumed = 0;
    std::uint32_t from = 0;
    TimeNs done = 0;
    bool first = false; // `to` had done nothing before
};

// All threads with host events. O(slices).
[[nodiscard]] std::vector<PathThread> pathThreads(const Trace& trace, const std::stop_token& stop);
// By thread, then time. O(silences log silences): of the threads that may have been waited for, the 64 that were done last
// are asked.
[[nodiscard]] std::vector<PathHandover> pathHandovers(const std::vector<PathThread>& threads);
// Whether a slice of a thread is the host's own part of a collective: the thread is busy with it from begin to end.
[[nodiscard]] bool isHostCollective(const Trace& trace, SliceId slice);

} // namespace lanes
