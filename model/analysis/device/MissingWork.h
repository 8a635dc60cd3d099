// Launches of kernels and graphs of which a session has no work on any device: a profiler recorded the calls alone, or lost
// what came of them.
#pragma once

#include "model/trace/Trace.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace lanes {

// Immutable; any thread.
class MissingWork {
public:
    // From a launch without work to the start of what its process launched next and is recorded: what ran on a device in it is
    // not known.
    struct Window {
        ProcessId process;
        TimeRange range;
        SliceId call; // the first launch in it
    };

    // What is called while a stream is captured launches nothing, and of a session that is cut or grows the last work may
    // still be to come: neither counts. Nor do calls without a correlation, of which nobody could tell. Incomplete if asked to
    // stop. O(slices of calls + links, n log n in what is missing).
    explicit MissingWork(const Trace& trace, const std::stop_token& stop = {});

    [[nodiscard]] std::uint64_t launches() const { return launches_; }
    [[nodiscard]] std::uint64_t graphs() const { return graphs_; } // how many of them launch a graph
    // By process and time, apart.
    [[nodiscard]] const std::vector<Window>& windows() const { return windows_; }
    // Those of a process that end behind `from`. O(log windows).
    [[nodiscard]] std::span<const Window> windowsOf(ProcessId process, TimeNs from) const;

private:
    std::uint64_t launches_ = 0;
    std::uint64_t graphs_ = 0;
    std::vector<Window> windows_;
};

} // namespace lanes
