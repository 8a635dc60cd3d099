#include "model/report/Copies.h"

#include "model/analysis/text/Sieve.h"
#include "model/base/StopEvery.h"
#include "model/trace/args/ArgReader.h"

#include <map>

namespace lanes::report {

namespace {

struct CopyRow {
    StringId name;
    Hue hue = Hue::Other;
    std::int64_t calls = 0;
    std::int64_t bytes = 0;
    bool sized = true; // every copy says its size
    TimeNs total = 0;
    TimeNs longest = 0;
    SliceId slice; // of the longest
};

std::optional<std::vector<CopyRow>> rowsOf(const KernelData& data, const Asked& asked,
                                           const std::stop_token& stop) {
    const Trace& trace = data.forest->trace();
    ArgReader size(trace.args(), trace.strings(), "bytes");
    Sieve sieve(asked.filter, data.forest->sharedTrace(), data.context);
    std::map<std::uint32_t, CopyRow> byName;
    for (std::size_t i = 0; i < data.name.size(); ++i) {
        if (i % kStopEvery == 0 && stop.stop_requested()) {
            return std::nullopt;
        }
        const SliceId id = data.forest->deviceWork()[i].slice;
        const bool copies = data.kind[i] == EventKind::Memcpy || data.kind[i] == EventKind::Memset;
        if (!copies || (asked.range && !asked.range->contains(data.start[i])) || !sieve.passes(id)) {
            continue;
        }
        CopyRow& row = byName[data.name[i].value];
        const Trace::Slice slice = trace.slice(id);
        const std::int64_t bytes = size.integer(slice.layout, slice.row, trace.strings(), -1);
        row.name = data.name[i];
        row.hue = data.hue[i];
        ++row.calls;
        row.sized = row.sized && bytes >= 0;
        row.bytes += std::max<std::int64_t>(bytes, 0);
        row.total += data.duration[i];
        if (data.duration[i] >= row.longest) {
            row.longest = data.duration[i];
            row.slice = id;
        }
    }
    std::vector<CopyRow> rows;
    rows.reserve(byName.size());
    for (const auto& [name, row] : byName) {
        rows.push_back(row);
    }
    return rows;
}

} // namespace

std::optional<Table> copies(TraceAnalyses& analyses, const Asked& asked, const std::stop_token& stop) {
    const auto data = analyses.kernels(stop);
    auto found = data ? rowsOf(*data, asked, stop) : std::nullopt;
    if (!found) {
        return std::nullopt;
    }
    Rows<CopyRow> rows(std::make_shared<const std::vector<CopyRow>>(std::move(*found)), data);
    rows.add({.key = "name",
              .kind = Kind::Text,
              .title = translatable("Report", "Copy"),
              .look = {.form = Look::Form::Dot}},
             [d = data.get()](const CopyRow& row) { return d->forest->trace().text(row.name); });
    rows.add({.key = "calls",
              .unit = Unit::Count,
              .title = translatable("Report", "Calls"),
              .look = {.width = 66}},
             [](const CopyRow& row) { return row.calls; });
    rows.add({.key = "total_ns",
              .unit = Unit::Time,
              .title = translatable("Report", "Device time"),
              .look = {.form = Look::Form::Bar, .width = 142}},
             [](const CopyRow& row) { return row.total; });
    rows.add({.key = "bytes",
              .unit = Unit::Bytes,
              .title = translatable("Report", "Bytes"),
              .look = {.width = 92}},
             [](const CopyRow& row) { return row.sized ? Value(row.bytes) : Value(); });
    rows.add({.key = "mean_bytes",
              .unit = Unit::Bytes,
              .title = translatable("Report", "Mean size"),
              .look = {.width = 92}},
             [](const CopyRow& row) { return row.sized ? Value(row.bytes / row.calls) : Value(); });
    rows.add({.key = "bytes_per_s",
              .kind = Kind::Number,
              .unit = Unit::BytesPerSecond,
              .title = translatable("Report", "GB/s"),
              .head = "GB/s",
              .look = {.width = 76}},
             [](const CopyRow& row) {
                 return row.sized && row.total > 0 ? Value(double(row.bytes) / double(row.total) * 1e9)
                                                   : Value();
             });
    rows.add({.key = "longest_ns",
              .unit = Unit::Time,
              .title = translatable("Report", "Longest"),
              .look = {.width = 84}},
             [](const CopyRow& row) { return row.longest; });
    Table& table = rows.table();
    table.sortedBy = "total_ns";
    table.origin = rows.of([](const CopyRow& row) { return row.slice; });
    table.identity = rows.of([](const CopyRow& row) { return std::uint64_t{row.name.value}; });
    table.tint = rows.of([](const CopyRow& row) { return Tint{row.hue, {}}; });
    return std::move(table);
}

} // namespace lanes::report
