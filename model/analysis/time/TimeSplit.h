// Where the time went: every moment of the session belongs to exactly one kind of activity, so that the parts of any
// range sum to it.
//
// In this priority, the first that is running at a moment has it:
//   kernel         a kernel that is no collective
//   copy, set      memory copies and sets on a device
//   communication  a kernel named nccl or rccl; on the host, a collective that the host carries out (gloo:, mpi:, ucc:)
//   runtime        a call into the device's API, waiting for it included
//   data loading   ranges and operators of a DataLoader
//   cpu            operators
//   other          Python functions, garbage collection, what profiling cost, unknown slices
//   idle           none of these
// Ranges (record_function, ProfilerStep, their shadows on the device) are labels, not work; nor are a device's own
// views of a wait, or the profiler's span over the whole recording ("Trace").
#pragma once

#include "model/analysis/time/IntervalSet.h"
#include "model/trace/Trace.h"

#include <array>
#include <map>
#include <memory>
#include <stop_token>
#include <string_view>

namespace lanes {

enum class Activity : std::uint8_t {
    Kernel,
    Copy,
    Set,
    Communication,
    Runtime,
    DataLoading,
    Cpu,
    Other,
    Idle
};
inline constexpr int kActivityCount = 9;
// "kernel", "data_loading": as JSON has them.
[[nodiscard]] std::string_view activityKey(Activity activity);
// Nothing for what is no work. `category` as recorded.
[[nodiscard]] Activity activityOf(EventKind kind, std::string_view name, std::string_view category);

struct SplitTimes {
    std::array<TimeNs, kActivityCount> ns{};
    [[nodiscard]] TimeNs of(Activity a) const { return ns[static_cast<std::size_t>(a)]; }
    [[nodiscard]] TimeNs sum() const;
};

// One device, as unions of intervals: work that runs at once counts once.
struct DeviceTimes {
    TimeNs busy = 0;          // kernels, copies and sets
    TimeNs compute = 0;       // kernels that are no collectives
    TimeNs communication = 0; // kernels named nccl or rccl
    TimeNs overlap = 0;       // both at once
};

// Computed once per trace; then any range costs a few binary searches. Immutable; any thread.
class TimeSplit {
public:
    // Nothing if asked to stop. O(slices).
    static std::shared_ptr<const TimeSplit> build(const Trace& trace, const std::stop_token& stop = {});

    [[nodiscard]] SplitTimes split(TimeRange range) const; // sums to range.length(); O(log slices)
    // Device number -> its times in the range. Every device that did anything in the session is there.
    [[nodiscard]] std::map<std::int32_t, DeviceTimes> devices(TimeRange range) const;
    // What is running in a moment's order of priority: the exclusive parts. Not for Idle.
    [[nodiscard]] const IntervalSet& exclusive(Activity activity) const {
        return exclusive_[static_cast<std::size_t>(activity)];
    }

private:
    struct DeviceSets {
        IntervalSet busy;
        IntervalSet compute;
        IntervalSet communication;
        IntervalSet overlap;
    };
    std::array<IntervalSet, kActivityCount> exclusive_;
    std::map<std::int32_t, DeviceSets> devices_;
};

} // namespace lanes
