// What the threads that launch a device's work did, as far as it says why they launched late: made once, then asked for
// any moment.
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

// A stretch in which a slice shows a cause.
struct HostMark {
    TimeRange range;
    WaitCause cause = WaitCause::Unknown;
    SliceId slice;
};

// Of one thread, or of several together. Immutable; any thread.
struct HostTimeline {
    std::vector<HostMark>
        marks;        // by time; of those at one moment the one with the lowest rankOf(), else the innermost
    IntervalSet busy; // operators, functions and calls
    IntervalSet ranges;           // ranges that somebody named
    std::vector<HostMark> offCpu; // of one thread: when it did not run; by time and apart
};

class HostTimelines {
public:
    // Of all threads that launched work of a device. Nothing of it if asked to stop. O(slices of these threads).
    HostTimelines(const Trace& trace, const std::stop_token& stop);

    // Null: it launched nothing.
    [[nodiscard]] const HostTimeline* of(TrackId thread) const;
    // All launching threads of a process.
    [[nodiscard]] const HostTimeline* ofProcess(ProcessId process) const;
    // Garbage collections anywhere in a process, which hold every thread of it up, and what the profiler of its rank did.
    [[nodiscard]] std::span<const HostMark> aside(ProcessId process) const;
    // Collectives that threads of a process carried out which launched nothing, as gloo's do for one that waits.
    [[nodiscard]] std::span<const HostMark> collectives(ProcessId process) const;

private:
    std::map<TrackId, HostTimeline> threads_;
    std::map<ProcessId, HostTimeline> processes_; // of those with several launching threads
    std::map<ProcessId, TrackId> only_;           // of the others
    std::map<ProcessId, std::vector<HostMark>> aside_;
    std::map<ProcessId, std::vector<HostMark>> collectives_;
};

} // namespace lanes
