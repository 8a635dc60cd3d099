// Launches of kernels and graphs without work on any device in the session. A profiler recorded the calls alone, or lost
// the records of their work.
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
    // From a launch without work to the start of the process's next recorded work. Device activity in it is not known.
    struct Window {
        ProcessId process;
        TimeRange range;
        SliceId call; // the first launch in the window
    };

    // Calls during a stream capture launch nothing, so they do not count. In a session that is cut or grows, the last
    // work may still be missing; it does not count either. Calls without a correlation cannot be checked. Incomplete if
    // asked to stop. O(slices of calls + links, n log n in the missing launches).
    explicit MissingWork(const Trace& trace, const std::stop_token& stop = {});

    [[nodiscard]] std::uint64_t launches() const { return launches_; }
    [[nodiscard]] std::uint64_t graphs() const { return graphs_; } // launches of a graph among them
    // Sorted by process and time; they do not overlap.
    [[nodiscard]] const std::vector<Window>& windows() const { return windows_; }
    // The windows of a process that end after `from`. O(log windows).
    [[nodiscard]] std::span<const Window> windowsOf(ProcessId process, TimeNs from) const;

private:
    std::uint64_t launches_ = 0;
    std::uint64_t graphs_ = 0;
    std::vector<Window> windows_;
};

} // namespace lanes
