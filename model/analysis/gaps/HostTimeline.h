// The activity of the threads that launch a device's work, as far as it explains late launches. Made once, then queried
// for any moment.
#pragma once

#include "model/analysis/gaps/WaitCause.h"
#include "model/analysis/time/IntervalSet.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <map>
#include <span>
#include <stop_token>
#include <vector>

namespace lanes {

// A stretch in which a slice gives evidence of a cause.
struct HostMark {
    TimeRange range;
    WaitCause cause = WaitCause::Unknown;
    SliceId slice;
};

// The timeline of one thread, or of several together. Immutable; any thread.
struct HostTimeline {
    std::vector<HostMark>
        marks;          // by time; at each moment the mark with the lowest rankOf(), else the innermost
    IntervalSet busy;   // operators, functions and calls
    IntervalSet ranges; // named ranges of the user
    std::vector<HostMark> offCpu; // only for one thread: times when it did not run; by time, without overlap
};

class HostTimelines {
public:
    // Covers all threads that launched work of a device. Empty if asked to stop. O(slices of these threads).
    HostTimelines(const Trace& trace, const std::stop_token& stop);

    // Null if the thread launched nothing.
    [[nodiscard]] const HostTimeline* of(TrackId thread) const;
    // The timeline of all launching threads of a process.
    [[nodiscard]] const HostTimeline* ofProcess(ProcessId process) const;
    // Garbage collections anywhere in a process, which block all of its threads, and the activity of its rank's profiler.
    [[nodiscard]] std::span<const HostMark> aside(ProcessId process) const;
    // Collectives on threads of a process that launched nothing, such as gloo's threads, which work while another thread
    // waits.
    [[nodiscard]] std::span<const HostMark> collectives(ProcessId process) const;

private:
    std::map<TrackId, HostTimeline> threads_;
    std::map<ProcessId, HostTimeline> processes_; // of processes with several launching threads
    std::map<ProcessId, TrackId> only_;           // of the other processes
    std::map<ProcessId, std::vector<HostMark>> aside_;
    std::map<ProcessId, std::vector<HostMark>> collectives_;
};

} // namespace lanes
