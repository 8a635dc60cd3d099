#include "model/report/Issues.h"

#include <functional>
#include <utility>

namespace lanes::report {

namespace {

void addWhat(Rows<LedgerEntry>& rows) {
    rows.add({.key = "title",
              .kind = Kind::Text,
              .title = translatable("Report", "What"),
              .look = {.form = Look::Form::Dot, .least = 300}},
             [](const LedgerEntry& entry) { return std::string_view(entry.title); });
    rows.add({.key = "kind",
              .kind = Kind::Text,
              .title = translatable("Report", "Kind"),
              .look = {.width = 150, .yields = 3, .quiet = true}},
             [](const LedgerEntry& entry) { return std::string_view(entry.key); });
    rows.add({.key = "group",
              .kind = Kind::Text,
              .title = translatable("Report", "Group"),
              .look = {.width = 96, .yields = 2, .quiet = true}},
             [](const LedgerEntry& entry) { return ledgerGroupKey(entry.group); });
    rows.add({.key = "fault",
              .kind = Kind::Text,
              .title = translatable("Report", "Severity"),
              .head = "severity",
              .tip = translatable("Report", "Figures that an issue affects are marked"),
              .look = {.width = 84}},
             [](const LedgerEntry& entry) {
                 return entry.fault ? Word{"issue", translatable("Report", "issue")}
                                    : Word{"note", translatable("Report", "note")};
             });
    rows.add({.key = "count",
              .unit = Unit::Count,
              .title = translatable("Report", "Count"),
              .look = {.width = 84}},
             [](const LedgerEntry& entry) { return static_cast<std::int64_t>(entry.count); });
}

void addFirst(Rows<LedgerEntry>& rows, const Trace* trace) {
    rows.add(
        {.key = "start_ns",
         .unit = Unit::Moment,
         .title = translatable("Report", "First at"),
         .look = {.width = 96, .yields = 1, .link = true}},
        [](const LedgerEntry& entry) { return entry.time ? Value(std::int64_t{*entry.time}) : Value(); });
    rows.add({.key = "offset", .unit = Unit::Bytes, .readers = Files},
             [](const LedgerEntry& entry) { return above(-1, entry.offset); });
    rows.add({.key = "event", .kind = Kind::Text, .readers = Files}, [trace](const LedgerEntry& entry) {
        return entry.slice.valid() ? Value(trace->text(trace->slice(entry.slice).name)) : Value();
    });
}

} // namespace

Table issueTable(const std::shared_ptr<const Trace>& trace, const std::shared_ptr<const Ledger>& ledger) {
    Rows<LedgerEntry> rows(std::shared_ptr<const std::vector<LedgerEntry>>(ledger, &ledger->entries), trace);
    addWhat(rows);
    addFirst(rows, trace.get());
    rows.add({.key = "meaning",
              .kind = Kind::Text,
              .title = translatable("Report", "Effect on the figures"),
              .head = "effect on the figures",
              .look = {.least = 300}},
             [](const LedgerEntry& entry) { return std::string_view(entry.meaning); });
    Table& table = rows.table();
    table.zero = trace->span().begin;
    table.origin = rows.of([](const LedgerEntry& entry) { return entry.slice; });
    table.identity =
        rows.of([](const LedgerEntry& entry) { return std::hash<std::string>{}(entry.key + entry.title); });
    table.tint = [](std::uint32_t) { return Tint{Hue::Other, {}}; };
    return std::move(table);
}

std::optional<Table> issues(TraceAnalyses& analyses, const Asked& asked, const std::stop_token& stop) {
    auto ledger = analyses.ledger(stop);
    if (ledger && asked.range) {
        auto part = std::make_shared<Ledger>(*ledger);
        std::erase_if(part->entries, [&](const LedgerEntry& entry) {
            return !entry.time || !asked.range->contains(*entry.time);
        });
        ledger = std::move(part);
    }
    return ledger ? std::optional(issueTable(analyses.trace(), ledger)) : std::nullopt;
}

} // namespace lanes::report
