#include "model/report/Memory.h"

#include "model/analysis/memory/PeakFinder.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <utility>

namespace lanes::report {

namespace {

Value operatorOf(const OperatorData& data, const MemoryBlock& block) {
    if (block.op == OperatorForest::kNone) {
        return {};
    }
    const Trace& trace = data.forest->trace();
    return trace.text(trace.slice(data.forest->slice(block.op)).name);
}

template<class Row>
Rows<Row> rowsOf(const MemorySource& source, std::vector<Row> rows) {
    return {std::make_shared<const std::vector<Row>>(std::move(rows)),
            std::make_shared<const MemorySource>(source)};
}

template<class Row>
void addDevice(Rows<Row>& rows) {
    rows.add({.key = "device",
              .kind = Kind::Text,
              .title = translatable("Report", "Device"),
              .look = {.width = 110, .yields = 1}},
             [](const Row& row) { return std::string_view(row.device->key); });
}

struct DeviceRow {
    const DeviceMemory* device = nullptr;
    std::int64_t events = 0;
    std::int64_t allocated = 0;
    std::int64_t freed = 0;
    std::int64_t peakAllocated = 0;
    std::int64_t peakReserved = 0;
    TimeNs peakTime = 0;
    std::int64_t mostOutside = -1; // -1: not known
};

DeviceRow wholeOf(const DeviceMemory& device) {
    return {&device,
            static_cast<std::int64_t>(device.events.size()),
            device.allocatedBytes,
            device.freedBytes,
            device.peakAllocated,
            device.peakReserved,
            device.peakTime,
            device.mostOutside()};
}

DeviceRow partOf(const DeviceMemory& device, const MemoryTable& memory, TimeRange range) {
    const MemoryPeak peak = PeakFinder(device, range).peak();
    DeviceRow row{.device = &device, .peakAllocated = peak.bytes, .peakTime = peak.time};
    for (std::size_t i = 0; i < device.time.size(); ++i) {
        if (range.contains(device.time[i])) {
            const std::int64_t bytes = memory.bytes[device.events[i]];
            ++row.events;
            (bytes > 0 ? row.allocated : row.freed) += std::abs(bytes);
            row.peakReserved = std::max(row.peakReserved, device.reserved[i]);
        }
    }
    for (std::size_t i = 0; i < device.usedTime.size(); ++i) {
        row.mostOutside = range.contains(device.usedTime[i]) ? std::max(row.mostOutside, device.outside(i))
                                                             : row.mostOutside;
    }
    return row;
}

void addSize(Rows<DeviceRow>& rows, Column column, std::int64_t DeviceRow::*bytes) {
    column.unit = Unit::Bytes;
    rows.add(std::move(column), [bytes](const DeviceRow& row) { return row.*bytes; });
}

} // namespace

Table memoryDeviceTable(const MemorySource& source, std::optional<TimeRange> range) {
    std::vector<DeviceRow> all;
    all.reserve(source.history->devices().size());
    for (const DeviceMemory& device : source.history->devices()) {
        all.push_back(range ? partOf(device, source.data->forest->trace().memory(), *range)
                            : wholeOf(device));
    }
    // Of the device's own counters, which few recordings have.
    const bool outside = std::ranges::any_of(all, [](const DeviceRow& row) { return row.mostOutside >= 0; });
    auto rows = rowsOf(source, std::move(all));
    addDevice(rows);
    rows.add({.key = "events",
              .unit = Unit::Count,
              .title = translatable("Report", "Events"),
              .look = {.width = 84}},
             [](const DeviceRow& row) { return row.events; });
    addSize(rows,
            {.key = "allocated_bytes", .title = translatable("Report", "Allocated"), .look = {.width = 96}},
            &DeviceRow::allocated);
    addSize(rows, {.key = "freed_bytes", .title = translatable("Report", "Freed"), .look = {.width = 96}},
            &DeviceRow::freed);
    addSize(rows,
            {.key = "peak_allocated",
             .title = translatable("Report", "Peak"),
             .look = {.form = Look::Form::Bar, .width = 142}},
            &DeviceRow::peakAllocated);
    addSize(
        rows,
        {.key = "peak_reserved", .title = translatable("Report", "Peak reserved"), .look = {.width = 110}},
        &DeviceRow::peakReserved);
    rows.add({.key = "peak_time_ns",
              .unit = Unit::Moment,
              .title = translatable("Report", "Peak at"),
              .head = "peak at",
              .look = {.width = 96, .link = true}},
             [](const DeviceRow& row) { return std::int64_t{row.peakTime}; });
    rows.add({.key = "most_outside",
              .unit = Unit::Bytes,
              .title = translatable("Report", "Outside PyTorch"),
              .head = "outside PyTorch",
              .readers = static_cast<std::uint8_t>(outside ? kAllReaders : Files),
              .tip = translatable("Report", "The most that the device held outside of PyTorch's allocators"),
              .look = {.width = 124}},
             [](const DeviceRow& row) { return above(-1, row.mostOutside); });
    Table& table = rows.table();
    table.zero = source.data->forest->trace().span().begin;
    table.tint = [](std::uint32_t) { return Tint{Hue::Copy, {}}; };
    return std::move(table);
}

Table blockTable(const MemorySource& source, std::vector<DeviceBlock> blocks) {
    const OperatorData* data = source.data.get();
    auto rows = rowsOf(source, std::move(blocks));
    rows.add({.key = "operator",
              .kind = Kind::Text,
              .title = translatable("Report", "Operator"),
              .look = {.form = Look::Form::Dot}},
             [data](const DeviceBlock& row) { return operatorOf(*data, *row.block); });
    addDevice(rows);
    rows.add({.key = "address", .readers = Json},
             [](const DeviceBlock& row) { return static_cast<std::int64_t>(row.block->address); });
    rows.add({.key = "bytes",
              .unit = Unit::Bytes,
              .title = translatable("Report", "Bytes"),
              .look = {.width = 96}},
             [](const DeviceBlock& row) { return row.block->bytes; });
    rows.add({.key = "allocated_at_ns",
              .unit = Unit::Moment,
              .title = translatable("Report", "Allocated at"),
              .head = "allocated at",
              .look = {.width = 110, .link = true}},
             [](const DeviceBlock& row) {
                 return row.block->allocation == MemoryBlock::kNoEvent
                            ? Value()
                            : Value(std::int64_t{row.block->life.begin});
             });
    rows.add({.key = "category",
              .kind = Kind::Text,
              .title = translatable("Report", "Category"),
              .look = {.width = 120}},
             [](const DeviceBlock& row) { return memoryCategoryName(row.block->category); });
    Table& table = rows.table();
    table.zero = data->forest->trace().span().begin;
    table.tint = [](std::uint32_t) { return Tint{Hue::Copy, {}}; };
    return std::move(table);
}

Table memoryGroupTable(const MemorySource& source, std::vector<DeviceGroup> groups, MemoryGroup by) {
    constexpr std::array kTitles{translatable("Report", "Operator"), translatable("Report", "Category"),
                                 translatable("Report", "Line"), translatable("Report", "Module"),
                                 translatable("Report", "Shapes")};
    static_assert(kTitles.size() == kMemoryGroups);
    auto rows = rowsOf(source, std::move(groups));
    rows.add({.key = memoryGroupName(by),
              .kind = Kind::Text,
              .title = kTitles[static_cast<std::size_t>(by)],
              .look = {.form = Look::Form::Dot, .unknown = "not known"}},
             [](const DeviceGroup& row) {
                 return row.group.name.empty() ? Value() : Value(std::string_view(row.group.name));
             });
    addDevice(rows);
    rows.add({.key = "bytes",
              .unit = Unit::Bytes,
              .title = translatable("Report", "Bytes"),
              .look = {.form = Look::Form::Bar, .width = 142}},
             [](const DeviceGroup& row) { return row.group.bytes; });
    rows.add({.key = "blocks",
              .unit = Unit::Count,
              .title = translatable("Report", "Blocks"),
              .look = {.width = 84}},
             [](const DeviceGroup& row) { return row.group.blocks; });
    Table& table = rows.table();
    table.identity = rows.of([](const DeviceGroup& row) {
        return std::hash<std::string>{}(row.group.name + '\n' + row.device->key);
    });
    table.tint = [](std::uint32_t) { return Tint{Hue::Copy, {}}; };
    return std::move(table);
}

std::optional<Table> memoryDevices(TraceAnalyses& analyses, const Asked& asked, const std::stop_token& stop) {
    const auto data = analyses.operators(stop);
    const auto history = data ? analyses.memory(stop) : nullptr;
    return history ? std::optional(memoryDeviceTable({data, history}, asked.range)) : std::nullopt;
}

std::optional<Table> peakMemory(TraceAnalyses& analyses, const Asked& asked, const std::stop_token& stop) {
    const auto data = analyses.operators(stop);
    const auto history = data ? analyses.memory(stop) : nullptr;
    if (!history) {
        return std::nullopt;
    }
    const auto* const word = std::ranges::find(kByPeak, asked.by);
    const auto by = static_cast<MemoryGroup>(word == kByPeak.end() ? 0 : word - kByPeak.begin());
    std::vector<DeviceGroup> groups;
    for (const DeviceMemory& device : history->devices()) {
        if (stop.stop_requested()) {
            return std::nullopt;
        }
        const TimeNs at = asked.range ? PeakFinder(device, *asked.range).peak().time : device.peakTime;
        for (MemoryMoment::Group& group : memoryMoment(*data, device, at, std::nullopt, by).groups) {
            groups.push_back({&device, std::move(group)});
        }
    }
    return memoryGroupTable({data, history}, std::move(groups), by);
}

} // namespace lanes::report
