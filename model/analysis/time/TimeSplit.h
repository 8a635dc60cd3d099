// Splits time by activity: every moment of the session belongs to exactly one kind, so that the parts of any range sum to
// it.
//
// In order of priority, the first kind that runs at a moment counts:
//   kernel         a kernel that is no collective
//   copy, set      memory copies and sets on a device
//   communication  a kernel that is a collective (see isCollective()); on the host, a collective that the host itself runs
//                  (gloo:, mpi:, ucc:)
//   runtime        a call into the device's API, waiting for it included
//   data loading   ranges and operators of a DataLoader
//   cpu            operators
//   other          Python functions, garbage collection, costs of profiling, unknown slices
//   not recorded   a pause of the recording, or outside of its filter (record --where)
//   untraced       a thread of the program ran on a CPU, as its states say; no event says what it did. States are as exact as
//                  kStatesEvery.
//   idle           none of these
// Ranges (record_function, ProfilerStep, their shadows on the device) are labels, not work. Neither are a device's own
// views of a wait, or the profiler's span over the whole recording ("Trace").
#pragma once

#include "model/analysis/device/Devices.h"
#include "model/analysis/time/IntervalSet.h"
#include "model/trace/Trace.h"

#include <array>
#include <map>
#include <memory>
#include <stop_token>
#include <string_view>
#include <vector>

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
    NotRecorded,
    Untraced,
    Idle
};
inline constexpr int kActivityCount = 11;
// "kernel", "data_loading": the keys in JSON.
[[nodiscard]] std::string_view activityKey(Activity activity);
// Few sessions have any.
[[nodiscard]] constexpr bool isRare(Activity activity) {
    return activity == Activity::NotRecorded || activity == Activity::Untraced;
}
// Nothing for events that are no work. `category` as recorded.
[[nodiscard]] Activity activityOf(EventKind kind, std::string_view name, std::string_view category,
                                  const OwnClasses* own);

struct SplitTimes {
    std::array<TimeNs, kActivityCount> ns{};
    [[nodiscard]] TimeNs of(Activity a) const { return ns[static_cast<std::size_t>(a)]; }
    [[nodiscard]] TimeNs sum() const;
};

// The times of one device, as unions of intervals: simultaneous work counts once.
struct DeviceTimes {
    Device device;
    TimeNs busy = 0;          // kernels, copies and sets
    TimeNs compute = 0;       // kernels that are no collectives
    TimeNs communication = 0; // kernels that are collectives
    TimeNs overlap = 0;       // both at the same time
};

// Computed once per trace; then any range costs a few binary searches. Immutable; any thread.
class TimeSplit {
public:
    // Nothing if asked to stop. O(slices).
    static std::shared_ptr<const TimeSplit> build(const Trace& trace, const std::stop_token& stop = {});

    [[nodiscard]] SplitTimes split(TimeRange range) const; // sums to range.length(); O(log slices)
    // Every device with events in the session, by rank, host and number.
    [[nodiscard]] std::vector<DeviceTimes> devices(TimeRange range) const;
    // The times of one rank; this object if the session has only one rank.
    [[nodiscard]] const TimeSplit& ofRank(std::int64_t rank) const;
    // The times of an activity that count for it, by the order of priority. Not for Idle.
    [[nodiscard]] const IntervalSet& exclusive(Activity activity) const {
        return exclusive_[static_cast<std::size_t>(activity)];
    }

private:
    struct DeviceSets {
        Device device;
        IntervalSet busy;
        IntervalSet compute;
        IntervalSet communication;
        IntervalSet overlap;
    };
    // Computes the times of the given lanes of a trace.
    static std::shared_ptr<TimeSplit> ofLanes(const Trace& trace, const Devices& devices,
                                              const std::vector<std::uint32_t>& lanes,
                                              const std::stop_token& stop);

    std::array<IntervalSet, kActivityCount> exclusive_;
    std::vector<DeviceSets> devices_;
    std::map<std::int64_t, std::shared_ptr<const TimeSplit>> ranks_; // empty unless there are several ranks
};

} // namespace lanes
