#include "model/analysis/trust/LedgerNotes.h"

#include <algorithm>
#include <array>

namespace lanes {

namespace {

using Group = LedgerGroup;

// What a kind of diagnostic means. A kind that is not here is judged by its severity.
struct Meaning {
    std::string_view kind;
    Group group;
    bool fault;
    std::string_view text;
};

constexpr std::array<Meaning, 45> kMeanings{{
    {"truncated-tail", Group::Lost, true,
     "Counts and times of the end are low; what was open there ends with the file."},
    {"unfinished-session", Group::Lost, true, "Everything after the last complete part is missing."},
    {"damaged-container", Group::Lost, true, "No figure includes the part that could not be unpacked."},
    {"damaged-chunk", Group::Lost, true,
     "Its slices are missing from every count, and their callers' self times are high."},
    {"lost-chunks", Group::Lost, true,
     "Their slices are missing from every count, and their callers' self times are high."},
    {"skipped-event", Group::Lost, true, "They are not counted."},
    {"unknown-phase", Group::Lost, true, "No figure includes them; their content is unknown."},
    {"skipped-text", Group::Lost, true, "If it was an event, it is not counted."},
    {"memory-limit", Group::Lost, true, "All figures cover the part that was read."},
    {"ring-overflow", Group::Lost, true,
     "Counts of that thread are low, and self times around what was lost are high."},
    {"device-records-dropped", Group::Lost, true, "Device times and counts of kernels are low."},
    {"device-counters-missing", Group::NotRecorded, false,
     "There are no curves of that device; no other number changes."},
    {"device-counters-misread", Group::NotRecorded, false,
     "Some samples of a curve are missing; no other number changes."},
    {"not-recorded", Group::NotRecorded, true, "No figure includes that process."},
    {"capture-fallback", Group::NotRecorded, false,
     "A slower method recorded it; events that this method cannot see are missing."},
    {"let-go", Group::NotRecorded, false,
     "They are not counted: counts and sums cover the part that was kept."},
    {"cut-range", Group::NotRecorded, false,
     "Sums cover the range; events that were cut at its borders took longer than shown."},
    {"unshown-event", Group::NotRecorded, false, "They are not counted."},
    {"counter-without-number", Group::NotRecorded, false, "Samples of a curve are missing."},
    {"unescaped-backslash", Group::Repaired, false, "Times do not change; names are shown as written."},
    {"event-at-zero", Group::Rules, true,
     "When they began is not known: they are listed, but not counted in sums, gaps or advice."},
    {"beyond-window", Group::Rules, true,
     "How long they took is not known: they are listed, but not counted in sums, gaps or advice."},
    {"kernel-around-kernels", Group::Rules, true,
     "How long it took is not known: it is listed, but not counted in sums, gaps or advice."},
    {"scalars-left-out", Group::NotRecorded, false,
     "Arguments that are no tensors are missing from details."},
    {"repaired-event", Group::Repaired, false,
     "They are counted as repaired; their texts may differ in a quote."},
    {"repaired-metadata", Group::Repaired, false,
     "No time changes; a field about the session may be missing."},
    {"missing-comma", Group::Repaired, false, "Nothing: every event was read."},
    {"invalid-utf8", Group::Repaired, false, "Names show a replacement character; times do not change."},
    {"control-characters", Group::Repaired, false, "Nothing: texts are kept."},
    {"non-finite-number", Group::Repaired, false, "The values are kept as nan or inf; no time is affected."},
    {"negative-duration", Group::Rules, true, "Their time is missing from every sum."},
    {"missing-duration", Group::Rules, true, "Their time is missing from every sum."},
    {"absurd-time", Group::Rules, true, "Those times are wrong, and with them the length of the session."},
    {"missing-time", Group::Rules, true, "They are neither shown nor counted."},
    {"end-without-begin", Group::Unmatched, true, "No figure includes the events that ended there."},
    {"missing-end", Group::Unmatched, true, "Their times are at most so long."},
    {"unmatched-end", Group::Unmatched, false, "They began before the recording and are not counted."},
    {"non-finite", Group::Rules, false,
     "No time changes: what the program computes from there on may be wrong."},
    {"outputs-untold", Group::NotRecorded, false, "The details lack the outputs of some operators."},
    {"duplicate-flow-id", Group::Rules, false, "An arrow may lead to the wrong one of those with its id."},
    {"kernel-before-launch", Group::Clocks, true, "Launch delays are wrong by as much: the clocks disagree."},
    {"work-before-launch", Group::Clocks, false, "Launch delays are wrong by as much: the clocks disagree."},
    {"work-without-launch", Group::Unmatched, false,
     "Its time is counted, but belongs to no operator and no line."},
    {"foreign-clock", Group::Clocks, false, "Times of that process cannot be compared with others."},
    {"unaligned-rank", Group::Clocks, false, "Times of that rank cannot be compared with others."},
}};

Meaning bySeverity(Severity severity) {
    switch (severity) {
    case Severity::Loss:
        return {{}, Group::Lost, true, "No figure includes what is missing."};
    case Severity::Warning:
        return {{}, Group::Repaired, false, "Figures are correct for the part that was read."};
    case Severity::Note:
        break;
    }
    return {{}, Group::Repaired, false, "Nothing."};
}

} // namespace

std::vector<LedgerEntry> notedEntries(const Trace& trace) {
    std::vector<LedgerEntry> entries;
    for (const Diagnostic& noted : trace.diagnostics().all()) {
        const auto* known = std::ranges::find(kMeanings, noted.kind, &Meaning::kind);
        const Meaning meaning = known != kMeanings.end() ? *known : bySeverity(noted.severity);
        entries.push_back({.group = meaning.group,
                           .key = noted.kind,
                           .title = noted.message,
                           .count = noted.count,
                           .fault = meaning.fault,
                           .offset = noted.firstOffset,
                           .meaning = std::string(meaning.text)});
    }
    const bool told = std::ranges::any_of(entries, [](const LedgerEntry& e) {
        return e.key == "unfinished-session" || e.key == "truncated-tail";
    });
    if (!trace.info().complete && !told) {
        entries.push_back({.group = Group::Lost,
                           .key = "unfinished-session",
                           .title = "The session has no end: it was cut, or is still being recorded",
                           .count = 1,
                           .fault = true,
                           .meaning = "Everything after it is missing."});
    }
    return entries;
}

} // namespace lanes
