// Allocations on each device, and the memory alive there at a moment.
#pragma once

#include "model/analysis/memory/MemoryMoment.h"
#include "model/analysis/operators/OperatorData.h"
#include "model/report/Answers.h"

#include <memory>
#include <vector>

namespace lanes::report {

// The data that rows of these tables point to; both members must be set.
struct MemorySource {
    std::shared_ptr<const OperatorData> data;
    std::shared_ptr<const MemoryHistory> history;
};

struct DeviceBlock {
    const DeviceMemory* device; // of MemorySource::history
    const MemoryBlock* block;   // of the device
};
struct DeviceGroup {
    const DeviceMemory* device; // of MemorySource::history
    MemoryMoment::Group group;
};

// A row for each device of each process: its allocations and frees in `range`, and the peak there. No range: the whole session.
// O(devices), with a range O(events).
[[nodiscard]] Table memoryDeviceTable(const MemorySource& source,
                                      std::optional<TimeRange> range = std::nullopt);
// A row for each block. O(blocks).
[[nodiscard]] Table blockTable(const MemorySource& source, std::vector<DeviceBlock> blocks);
// A row for each group; its name is in the column memoryGroupName(by). O(groups).
[[nodiscard]] Table memoryGroupTable(const MemorySource& source, std::vector<DeviceGroup> groups,
                                     MemoryGroup by);

// The registry's answer on devices: memoryDeviceTable(). Nothing if asked to stop. O(events log operators).
[[nodiscard]] std::optional<Table> memoryDevices(TraceAnalyses& analyses, const Asked& asked,
                                                 const std::stop_token& stop);
// The memory alive at the peak of each device, within the requested range, grouped by `Asked::by`: one of kByPeak.
// Nothing if asked to stop. O(events log operators + blocks log blocks).
[[nodiscard]] std::optional<Table> peakMemory(TraceAnalyses& analyses, const Asked& asked,
                                              const std::stop_token& stop);

// Words of `stats --by`, in the order of MemoryGroup.
inline constexpr std::array<std::string_view, kMemoryGroups> kByPeak{
    "peak_operator", "peak_category", "peak_place", "peak_module", "peak_shapes"};

} // namespace lanes::report
