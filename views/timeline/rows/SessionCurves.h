// The curves made from a session's counters, allocations and launches.
#pragma once

#include "model/analysis/device/LaunchQueue.h"
#include "model/lod/CurveLod.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lanes {

// Immutable; any thread.
class SessionCurves {
public:
    // `before` are the curves of an earlier snapshot that `trace` continues, or null. O(samples + allocations + links log
    // links); with `before`, only those that are new count.
    explicit SessionCurves(const Trace& trace, const SessionCurves* before = nullptr);

    using Curve = std::shared_ptr<const CurveLod>;
    struct Device {
        int type = 0; // see MemoryTable
        int index = 0;
        friend auto operator<=>(const Device&, const Device&) = default;
    };
    struct Memory {
        Curve allocated;
        Curve reserved; // empty if not recorded
    };
    // By device and process, because each process has its own allocator.
    [[nodiscard]] const std::map<Device, std::map<ProcessId, Memory>>& memory() const { return memory_; }
    struct Queue {
        std::string device; // Device::key
        Curve waiting;
    };
    [[nodiscard]] const std::vector<Queue>& queues() const { return queues_; }
    [[nodiscard]] const std::vector<Curve>& counters() const { return counters_; } // as the trace's

private:
    struct Samples {
        SharedColumn<TimeNs> times;
        SharedColumn<double> values;
        // Appends one column of samples, in order of time. If several samples have the same time, the last one counts.
        void append(const std::vector<TimeNs>& newTimes, const std::vector<double>& newValues);
        [[nodiscard]] Curve curve(const Curve& before) const;
    };
    struct Allocator {
        std::int64_t now = 0;
        Samples allocated;
        Samples reserved;
    };

    void takeMemory(const MemoryTable& table, const Trace& trace, const SessionCurves* before);
    void takeQueues(const SessionCurves* before);
    void takeCounters(const Trace& trace, const SessionCurves* before);

    SharedColumn<TimeNs> seen_; // times of the memory events already counted
    std::map<std::pair<Device, ProcessId>, Allocator> allocators_;
    LaunchQueues launches_;
    std::map<Device, std::map<ProcessId, Memory>> memory_;
    std::vector<Queue> queues_;
    std::vector<Curve> counters_;
};

} // namespace lanes
