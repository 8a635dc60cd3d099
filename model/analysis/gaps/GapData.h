// All gaps of a session with their causes. Made once; a range then costs a few binary searches and a sum.
#pragma once

#include "model/analysis/gaps/GapReasons.h"
#include "model/analysis/gaps/HostTimeline.h"
#include "model/analysis/gaps/WaitCause.h"
#include "model/analysis/gaps/WorkTimeline.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace lanes {

// Immutable; any thread.
class GapData {
public:
    // Nothing if asked to stop. O(slices of the launching threads, work log work, gaps log slices).
    static std::shared_ptr<const GapData> build(const std::shared_ptr<const Trace>& trace,
                                                const std::stop_token& stop = {});

    [[nodiscard]] const std::shared_ptr<const Trace>& trace() const { return trace_; }
    [[nodiscard]] const WorkTimeline& work() const { return work_; }
    [[nodiscard]] const MissingWork& missing() const { return reasons_.missing(); }
    // Idle time by cause of all gaps of a device between its first and its last work in `range`; sums to their length.
    // `whole` is the device's position in work().wholes(). O(log gaps + gaps in the range).
    [[nodiscard]] CauseTimes byCause(std::size_t whole, std::optional<TimeRange> range) const;
    // The stretches of a gap of a whole device, given by its position in the device's gaps. By time, without holes.
    // O(stretches).
    struct Stretch {
        TimeRange range;
        WaitCause cause = WaitCause::Unknown;
    };
    [[nodiscard]] std::vector<Stretch> stretchesOf(std::size_t whole, std::size_t gap) const;
    // The causes of a gap with the slices that prove them, by time, without holes. `stream` none: a gap of a whole
    // device. O(slices of the launching thread within the gap).
    [[nodiscard]] std::vector<WaitStretch> causesOf(const StreamGap& gap, TrackId stream) const;

private:
    struct Share {
        TimeNs time;
        WaitCause cause;
    };
    struct Shares { // of a device
        std::vector<Share> all;
        std::vector<std::uint32_t> begin; // by gap; one more than there are gaps
    };

    GapData(std::shared_ptr<const Trace> trace, const std::stop_token& stop);
    void explainDevices(const std::stop_token& stop);

    std::shared_ptr<const Trace> trace_;
    WorkTimeline work_;
    HostTimelines hosts_;
    GapReasons reasons_;
    std::vector<Shares> shares_; // in the order of work_.wholes()
};

} // namespace lanes
