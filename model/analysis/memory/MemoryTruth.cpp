#include "model/analysis/memory/MemoryTruth.h"

#include "model/analysis/device/Devices.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>

namespace lanes {
namespace {

constexpr std::int64_t kSmallRequest = 1 << 20; // torch's allocator keeps a pool for those up to it

PeakContent contentOf(const DeviceMemory& device, const MemoryPeak& peak) {
    PeakContent content;
    content.peak = peak;
    content.before = peak.bytes;
    for (const MemoryBlock& block : device.blocks) {
        const bool there = peak.position ? eventsOf(device, block).contains(*peak.position)
                                         : block.allocation == MemoryBlock::kNoEvent;
        if (there) {
            PeakContent::Part& part = content.categories[static_cast<std::size_t>(block.category)];
            part.bytes += block.bytes;
            ++part.blocks;
            content.before -= block.bytes;
        }
    }
    return content;
}

std::optional<UnusedMemory> unusedOf(const MemoryTable& memory, const DeviceMemory& device, TimeRange range,
                                     const MemoryPeak& peak) {
    if (device.peakReserved <= 0 || !peak.position || device.reserved[*peak.position] < peak.bytes) {
        return std::nullopt;
    }
    UnusedMemory unused;
    unused.reserved = device.reserved[*peak.position];
    unused.unused = unused.reserved - peak.bytes;
    unused.most = unused.unused;
    unused.mostTime = peak.time;
    const auto first =
        static_cast<std::size_t>(std::ranges::lower_bound(device.time, range.begin) - device.time.begin());
    for (std::size_t i = first; i < device.time.size() && device.time[i] <= range.end; ++i) {
        const std::int64_t lies = device.reserved[i] - device.allocated[i];
        if (device.reserved[i] >= 0 && lies > unused.most) {
            unused.most = lies;
            unused.mostTime = device.time[i];
        }
        if (i == 0 || device.reserved[i - 1] < 0 || device.reserved[i] <= device.reserved[i - 1]) {
            continue;
        }
        const std::int64_t request = memory.bytes[device.events[i]];
        if (request > kSmallRequest && device.reserved[i - 1] - device.allocated[i - 1] >= request) {
            ++unused.forced;
            unused.forcedBytes += device.reserved[i] - device.reserved[i - 1];
        }
    }
    return unused;
}

std::optional<OutsideMemory> outsideOf(const DeviceMemory& device, TimeRange range, const MemoryPeak& peak) {
    std::optional<OutsideMemory> outside;
    for (std::size_t i = 0; i < device.usedTime.size(); ++i) {
        const TimeNs time = device.usedTime[i];
        const std::int64_t reserved = device.usedReserved[i];
        if (reserved < 0 || time < range.begin || time > range.end) {
            continue;
        }
        const std::int64_t bytes = device.used[i] - reserved;
        if (!outside) {
            outside = OutsideMemory{time, device.used[i], reserved, bytes, time};
        }
        if (std::abs(time - peak.time) < std::abs(outside->time - peak.time)) {
            outside->time = time;
            outside->used = device.used[i];
            outside->reserved = reserved;
        }
        if (bytes > outside->most) {
            outside->most = bytes;
            outside->mostTime = time;
        }
    }
    return outside;
}

std::vector<Step> stepsWithin(std::span<const Step> steps, TimeRange range) {
    std::vector<Step> whole;
    std::ranges::copy_if(steps, std::back_inserter(whole), [range](const Step& step) {
        return step.ended && step.range.begin >= range.begin && step.range.end <= range.end;
    });
    return whole;
}

} // namespace

std::optional<MemoryTruth> memoryTruth(const OperatorData& data, const DeviceMemory& device, TimeRange range,
                                       MemoryGroup growthBy, const std::stop_token& stop) {
    const PeakFinder finder(device, range);
    const MemoryPeak peak = finder.peak();
    const Trace& trace = data.forest->trace();
    MemoryTruth truth;
    truth.range = range;
    truth.content = contentOf(device, peak);
    truth.growth = memoryGrowth(data, device, stepsWithin(stepsOf(data, device), range), growthBy);
    truth.unused = unusedOf(trace.memory(), device, range, peak);
    truth.outside = outsideOf(device, range, peak);
    truth.fits = memoryFits(data, device, finder, stop);
    return stop.stop_requested() ? std::nullopt : std::optional(std::move(truth));
}

} // namespace lanes
