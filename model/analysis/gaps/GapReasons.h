// Why a gap was: stretch by stretch, each with its cause, what shows it, and how sure that is.
//
// A gap ends with work that somebody launched. Until that launch the host is to blame, and what the launching thread did
// says how: while a call blocks it, host_sync; from its return to the next launch, launch_bound, unless it loaded data,
// compiled, collected garbage and so on. From the launch on the device is: work of another stream that ended just then
// (collective, other_stream), or the way of the launch itself. Where nothing was recorded that could say, it is unknown, and
// so it is where a launch has no work that was recorded (MissingWork): the device may not have been idle. The call shows it.
#pragma once

#include "model/analysis/device/MissingWork.h"
#include "model/analysis/gaps/HostTimeline.h"
#include "model/analysis/gaps/WaitCause.h"
#include "model/analysis/gaps/WorkTimeline.h"
#include "model/trace/Trace.h"

#include <stop_token>
#include <vector>

namespace lanes {

// Of one trace, which it refers to, as to the others. Immutable; any thread.
class GapReasons {
public:
    GapReasons(const Trace& trace, const WorkTimeline& work, const HostTimelines& hosts,
               const std::stop_token& stop);

    [[nodiscard]] const MissingWork& missing() const { return missing_; }

    // By time, without holes; neighbours differ in their cause. `stream` none: of a device as a whole, on which nothing
    // else can have run. O(log slices + stretches), and O(streams of the device) for a gap of a stream.
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
