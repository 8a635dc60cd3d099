// The reasons of a gap: stretches, each with its cause, its proof, and a confidence.
//
// A gap ends with launched work. Until that launch the host is the cause, by the activity of the launching thread. While
// a call blocks the thread, the cause is host_sync. From its return to the next launch it is launch_bound, unless the
// thread loaded data, compiled, collected garbage and so on. From the launch on, the device is the cause: work of another
// stream that ended just then (collective, other_stream), or the launch latency. Without a record that could tell, the
// cause is unknown. It is also unknown where a launch has no recorded work (MissingWork), as the device may not have been
// idle; the call proves it.
#pragma once

#include "model/analysis/device/MissingWork.h"
#include "model/analysis/gaps/HostTimeline.h"
#include "model/analysis/gaps/WaitCause.h"
#include "model/analysis/gaps/WorkTimeline.h"
#include "model/trace/Trace.h"

#include <stop_token>
#include <vector>

namespace lanes {

// Keeps references to the trace and to the other arguments. Immutable; any thread.
class GapReasons {
public:
    GapReasons(const Trace& trace, const WorkTimeline& work, const HostTimelines& hosts,
               const std::stop_token& stop);

    [[nodiscard]] const MissingWork& missing() const { return missing_; }

    // The stretches of a gap by time, without holes; neighbours differ in their cause. `stream` none: a gap of a whole
    // device, on which nothing else can have run. O(log slices + stretches), and O(streams of the device) for a gap of a
    // stream.
    [[nodiscard]] std::vector<WaitStretch> of(const StreamGap& gap, TrackId stream) const;

private:
    class Telling;

    [[nodiscard]] std::vector<WaitStretch> withoutMissing(const StreamGap& gap,
                                                          std::vector<WaitStretch> told) const;

    const Trace& trace_;
    const WorkTimeline& work_;
    const HostTimelines& hosts_;
    StringId waitOnStream_; // the key
    MissingWork missing_;
};

} // namespace lanes
