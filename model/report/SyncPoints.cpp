#include "model/report/SyncPoints.h"

#include "model/analysis/advice/AdviceFacts.h"
#include "model/analysis/text/Sieve.h"

#include <algorithm>
#include <map>

namespace lanes::report {

namespace {

struct SyncRow {
    std::string place;     // "step (train.py:27)", or the outermost operator where lines are not known
    std::string_view call; // of the runtime
    std::string_view op;   // innermost operator; empty: none
    std::int64_t calls = 0;
    TimeNs waited = 0;
    TimeNs longest = 0;
    Value idle;    // of the device; unknown without one
    SliceId slice; // of the longest wait
    std::vector<MarkedSlice> waits;
};

std::vector<MarkedSlice> waitsOf(const AdviceFacts& facts) {
    std::vector<MarkedSlice> waits = outermost(facts.marked(Mark::Sync));
    const std::vector<MarkedSlice> copies = outermost(facts.marked(Mark::BlockingCopy));
    waits.insert(waits.end(), copies.begin(), copies.end());
    std::ranges::stable_sort(waits, {}, [](const MarkedSlice& wait) { return wait.range.begin; });
    return waits;
}

std::optional<std::vector<SyncRow>> rowsOf(const AdviceFacts& facts, const Filter& filter) {
    const Trace& trace = facts.trace();
    Sieve sieve(filter, facts.data().forest().sharedTrace(), facts.data().operators().context);
    std::map<std::pair<std::string, std::string_view>, SyncRow> rows; // by place and operator
    for (const MarkedSlice& wait : waitsOf(facts)) {
        if (facts.stop().stop_requested()) {
            return std::nullopt;
        }
        const SliceId op = facts.data().origin().operatorOf(wait.slice);
        if (!sieve.passes(wait.slice) && !sieve.passes(op)) {
            continue;
        }
        const std::string_view name = op.valid() ? trace.text(trace.slice(op).name) : std::string_view();
        std::string place = facts.placeOf(wait.slice).name;
        SyncRow& row = rows[{place, name}];
        row.place = std::move(place);
        row.op = name;
        ++row.calls;
        row.waited += wait.range.length();
        if (wait.range.length() >= row.longest) {
            row.longest = wait.range.length();
            row.slice = wait.slice;
            row.call = trace.text(trace.slice(wait.slice).name);
        }
        row.waits.push_back(wait);
    }
    std::vector<SyncRow> found;
    for (auto& [key, row] : rows) {
        if (facts.data().hasDevice()) {
            const HeldUp held = facts.heldUp(row.waits, {WaitCause::HostSync, WaitCause::Copy});
            row.idle = held.direct + held.after;
        }
        row.waits.clear();
        found.push_back(std::move(row));
    }
    return found;
}

} // namespace

std::optional<Table> syncPoints(TraceAnalyses& analyses, const Asked& asked, const std::stop_token& stop) {
    const auto data = analyses.advice(stop);
    if (!data) {
        return std::nullopt;
    }
    auto found = rowsOf(AdviceFacts(*data, asked.range, stop), asked.filter);
    if (!found) {
        return std::nullopt;
    }
    Rows<SyncRow> rows(std::make_shared<const std::vector<SyncRow>>(std::move(*found)), data);
    rows.add({.key = "line",
              .kind = Kind::Text,
              .title = translatable("Report", "Line"),
              .look = {.form = Look::Form::Dot}},
             [](const SyncRow& row) { return std::string_view(row.place); });
    rows.add({.key = "operator",
              .kind = Kind::Text,
              .title = translatable("Report", "Operator"),
              .look = {.width = 200}},
             [](const SyncRow& row) { return row.op.empty() ? Value() : Value(row.op); });
    rows.add({.key = "call",
              .kind = Kind::Text,
              .title = translatable("Report", "Call"),
              .look = {.width = 190, .yields = 1, .quiet = true}},
             [](const SyncRow& row) { return row.call; });
    rows.add({.key = "calls",
              .unit = Unit::Count,
              .title = translatable("Report", "Calls"),
              .look = {.width = 60}},
             [](const SyncRow& row) { return row.calls; });
    rows.add({.key = "waited_ns",
              .unit = Unit::Time,
              .title = translatable("Report", "Host waited"),
              .tip = translatable("Report", "Time that the host spent in these calls"),
              .look = {.form = Look::Form::Bar, .width = 142}},
             [](const SyncRow& row) { return row.waited; });
    rows.add({.key = "longest_ns",
              .unit = Unit::Time,
              .title = translatable("Report", "Longest"),
              .look = {.width = 84, .yields = 2}},
             [](const SyncRow& row) { return row.longest; });
    rows.add({.key = "device_idle_ns",
              .unit = Unit::Time,
              .title = translatable("Report", "Device idle"),
              .tip = translatable("Report",
                                  "How long the device was idle during the waits and until the next launch"),
              .look = {.width = 96}},
             [](const SyncRow& row) { return row.idle; });
    Table& table = rows.table();
    table.sortedBy = data->hasDevice() ? "device_idle_ns" : "waited_ns";
    table.origin = rows.of([](const SyncRow& row) { return row.slice; });
    table.identity = rows.of([](const SyncRow& row) {
        return std::hash<std::string>{}(row.place) * 31 + std::hash<std::string_view>{}(row.op);
    });
    table.tint = [](std::uint32_t) { return Tint{Hue::Runtime, {}}; };
    return std::move(table);
}

} // namespace lanes::report
