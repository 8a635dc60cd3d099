#include "model/report/Memory.h"

#include "model/analysis/memory/PeakFinder.h"

#include <algorithm>
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
    const DeviceMemory* device;
};

void addSize(Rows<DeviceRow>& rows, Column column, std::int64_t DeviceMemory::*bytes) {
    column.unit = Unit::Bytes;
    rows.add(std::move(column), [bytes](const DeviceRow& row) { return row.device->*bytes; });
}

} // namespace

Table memoryDeviceTable(const MemorySource& source) {
    std::vector<DeviceRow> all;
    for (const DeviceMemory& device : source.history->devices()) {
        all.push_back({&device});
    }
    // Of the device's own counters, which few recordings have.
    const bool outside =
        std::ranges::any_of(all, [](const DeviceRow& row) { return row.device->mostOutside() >= 0; });
    auto rows = rowsOf(source, std::move(all));
    addDevice(rows);
    rows.add({.key = "events",
              .unit = Unit::Count,
              .title = translatable("Report", "Events"),
              .look = {.width = 84}},
             [](const DeviceRow& row) { return static_cast<std::int64_t>(row.device->events.size()); });
    addSize(rows,
            {.key = "allocated_bytes", .title = translatable("Report", "Allocated"), .look = {.width = 96}},
            &DeviceMemory::allocatedBytes);
    addSize(rows, {.key = "freed_bytes", .title = translatable("Report", "Freed"), .look = {.width = 96}},
            &DeviceMemory::freedBytes);
    addSize(rows,
            {.key = "peak_allocated",
             .title = translatable("Report", "Peak"),
             .look = {.form = Look::Form::Bar, .width = 142}},
            &DeviceMemory::peakAllocated);
    addSize(
        rows,
        {.key = "peak_reserved", .title = translatable("Report", "Peak reserved"), .look = {.width = 110}},
        &DeviceMemory::peakReserved);
    rows.add({.key = "peak_time_ns",
              .unit = Unit::Moment,
              .title = translatable("Report", "Peak at"),
              .head = "peak at",
              .look = {.width = 96, .link = true}},
             [](const DeviceRow& row) { return std::int64_t{row.device->peakTime}; });
    rows.add({.key = "most_outside",
              .unit = Unit::Bytes,
              .title = translatable("Report", "Outside PyTorch"),
              .head = "outside PyTorch",
              .readers = static_cast<std::uint8_t>(outside ? kAllReaders : Files),
              .tip = translatable("Report", "The most that the device held outside of PyTorch's allocators"),
              .look = {.width = 124}},
             [](const DeviceRow& row) { return above(-1, row.device->mostOutside()); });
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

std::optional<Table> memoryDevices(TraceAnalyses& analyses, const Asked& /*asked*/,
                                   const std::stop_token& stop) {
    const auto data = analyses.operators(stop);
    const auto history = data ? analyses.memory(stop) : nullptr;
    return history ? std::optional(memoryDeviceTable({data, history})) : std::nullopt;
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
