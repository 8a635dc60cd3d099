#include "model/analysis/memory/MemoryTruth.h"

#include "model/analysis/device/Devices.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <iterator>
#include <string_view>
#include <system_error>

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

// What one allocator of PyTorch had reserved at a moment.
std::int64_t reservedAt(const DeviceMemory& device, TimeNs time) {
    const auto after = std::ranges::upper_bound(device.time, time);
    return after == device.time.begin()
               ? 0
               : std::max<std::int64_t>(
                     device.reserved[static_cast<std::size_t>(after - device.time.begin()) - 1], 0);
}

std::optional<std::int64_t> numberAtBegin(std::string_view text) {
    std::int64_t number = 0;
    const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() ? std::optional(number) : std::nullopt;
}

// "Memory of process 4711", a curve of the device.
std::optional<std::int64_t> processOfCurve(const Trace& trace, const CounterSeries& series,
                                           const DeviceMemory& device) {
    static constexpr std::string_view kName = "Memory of process ";
    const std::string_view name = trace.text(series.name);
    const ProcessId owner = processOf(trace, series.track);
    if (!name.starts_with(kName) || !owner.valid()) {
        return std::nullopt;
    }
    const Process& place = trace.processes()[owner.value];
    const bool sameSide = !device.process.valid() || sameRank(place, trace.processes()[device.process.value]);
    return sameSide && place.deviceIndex == device.index ? numberAtBegin(name.substr(kName.size()))
                                                         : std::nullopt;
}

// The sample nearest to a moment; nothing where the process was not there then.
std::optional<std::int64_t> sampleAt(const CounterSeries& series, TimeNs time) {
    constexpr TimeNs kNear = 1'000'000'000; // the driver is asked ten times a second
    const auto after =
        static_cast<std::size_t>(std::ranges::lower_bound(series.time, time) - series.time.begin());
    std::optional<std::size_t> nearest;
    for (const std::size_t at : {after - 1, after}) {
        if (at < series.time.size() && std::abs(series.time[at] - time) <= kNear &&
            (!nearest || std::abs(series.time[at] - time) < std::abs(series.time[*nearest] - time))) {
            nearest = at;
        }
    }
    const double value = nearest ? series.value[*nearest] : -1;
    return value >= 0 && value < 1e18 ? std::optional(static_cast<std::int64_t>(value)) : std::nullopt;
}

std::vector<OutsideMemory::Share> sharesOf(const Trace& trace, const DeviceMemory& device, TimeNs time) {
    std::vector<OutsideMemory::Share> shares;
    for (const CounterSeries& series : trace.counters()) {
        const auto process = processOfCurve(trace, series, device);
        const auto bytes = process ? sampleAt(series, time) : std::nullopt;
        if (!bytes) {
            continue;
        }
        OutsideMemory::Share share{*process, *bytes, std::nullopt};
        if (device.process.valid() && numberAtBegin(trace.processes()[device.process.value].key) == process) {
            share.reserved = std::min(reservedAt(device, time), *bytes);
        }
        shares.push_back(share);
    }
    std::ranges::stable_sort(shares, std::ranges::greater{}, &OutsideMemory::Share::outside);
    return shares;
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
    if (truth.outside) {
        truth.outside->processes = sharesOf(trace, device, truth.outside->time);
    }
    truth.fits = memoryFits(data, device, finder, stop);
    return stop.stop_requested() ? std::nullopt : std::optional(std::move(truth));
}

} // namespace lanes
