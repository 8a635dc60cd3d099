#include "model/analysis/trust/Ledger.h"

#include "model/analysis/trust/LedgerRules.h"
#include "model/analysis/trust/ProfilerOverhead.h"

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

// What reading or recording a session has noted, as entries of its ledger.
// One per kind of diagnostic, and one if the session was not finished.
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

std::uint64_t countIn(const Ledger& ledger, LedgerGroup group) {
    std::uint64_t sum = 0;
    for (const LedgerEntry& entry : ledger.entries) {
        sum += entry.group == group ? entry.count : 0;
    }
    return sum;
}

bool isOwnCapture(const Trace& trace) {
    return trace.info().producer.starts_with("lanescope");
}

Ledger::Coverage coverageOf(const OperatorData& data, const std::stop_token& stop) {
    Ledger::Coverage coverage;
    const auto context = data.context.get(stop);
    for (const DeviceWork& work : data.forest->deviceWork()) {
        ++coverage.work;
        coverage.launch += work.launch.valid() ? 1 : 0;
        const bool hasOperator = work.op != DeviceWork::kNoOperator;
        coverage.operators += hasOperator ? 1 : 0;
        const bool hasStack =
            context &&
            (hasOperator ? context->nodeOf(work.op) : context->nodeOfWork(work.slice)) != CallContext::kNone;
        coverage.stack += hasStack ? 1 : 0;
    }
    return coverage;
}

void addUnlaunched(Ledger& ledger, const OperatorData& data) {
    const Ledger::Coverage& coverage = ledger.coverage;
    if (coverage.launch == coverage.work) {
        return;
    }
    const auto work = data.forest->deviceWork();
    const auto first = std::ranges::find_if(work, [](const DeviceWork& w) { return !w.launch.valid(); });
    ledger.entries.push_back({.group = LedgerGroup::Unmatched,
                              .key = "kernel-without-launch",
                              .title = "Device work without a recorded launch",
                              .count = coverage.work - coverage.launch,
                              .time = data.forest->trace().slice(first->slice).start,
                              .slice = first->slice,
                              .meaning = "Its time counts; why the device waited for it is not known."});
}

// A session that ended as it should holds ends of all that ended: the others last as long as the session, or do not.
void addUnended(Ledger& ledger, const Trace& trace) {
    const std::vector<SliceId>& open = trace.openSlices();
    if (!isOwnCapture(trace) || !trace.info().complete || open.empty()) {
        return;
    }
    ledger.entries.push_back({.group = LedgerGroup::Unmatched,
                              .key = "missing-end",
                              .title = "Events without a recorded end",
                              .count = open.size(),
                              .time = trace.slice(open.front()).start,
                              .slice = open.front(),
                              .meaning = "Their times are at most so long."});
}

void addOverhead(Ledger& ledger, const Trace& trace, std::size_t steps) {
    ledger.overhead = profilerOverhead(trace);
    if (ledger.overhead && steps > 0) {
        ledger.overheadPerStep = *ledger.overhead / static_cast<TimeNs>(steps);
    }
}

void addClocks(Ledger& ledger, const Trace& trace) {
    for (const Clock& clock : trace.clocks()) {
        if (clock.applied) {
            ledger.clockError = std::max(ledger.clockError.value_or(0), clock.error);
        }
    }
}

} // namespace

std::string_view ledgerGroupKey(LedgerGroup group) {
    static constexpr std::array<std::string_view, kLedgerGroups> kKeys{"lost",   "repaired", "unmatched",
                                                                       "clocks", "rules",    "not_recorded"};
    return kKeys[static_cast<std::size_t>(group)];
}

std::optional<Ledger> ledgerOf(TraceAnalyses& analyses, const std::stop_token& stop) {
    const Trace& trace = *analyses.trace();
    const auto data = analyses.operators(stop);
    if (!data) {
        return std::nullopt;
    }
    Ledger ledger;
    ledger.records = trace.sliceCount() + trace.points().size() + trace.memory().time.size();
    ledger.entries = notedEntries(trace);
    const auto noted = static_cast<std::ptrdiff_t>(ledger.entries.size());
    ledger.coverage = coverageOf(*data, stop);
    addUnlaunched(ledger, *data);
    addUnended(ledger, trace);
    std::ranges::move(LedgerRules(trace).broken(stop), std::back_inserter(ledger.entries));
    if (stop.stop_requested()) {
        return std::nullopt;
    }
    if (analyses.stretch()) { // what it belongs to may lie before it
        const auto found = std::ranges::subrange(ledger.entries.begin() + noted, ledger.entries.end());
        const auto left = std::ranges::remove(found, LedgerGroup::Unmatched, &LedgerEntry::group);
        ledger.entries.erase(left.begin(), left.end());
    }
    addOverhead(ledger, trace, data->steps.all().size());
    ledger.cost = recordingCost(trace);
    addClocks(ledger, trace);
    std::ranges::stable_sort(ledger.entries, {},
                             [](const LedgerEntry& e) { return std::pair(e.group, !e.fault); });
    ledger.sound = std::ranges::none_of(ledger.entries, &LedgerEntry::fault);
    ledger.repaired = countIn(ledger, LedgerGroup::Repaired);
    ledger.unmatched = countIn(ledger, LedgerGroup::Unmatched);
    const std::uint64_t lost = countIn(ledger, LedgerGroup::Lost);
    if (isOwnCapture(trace)) {
        ledger.dropped = trace.diagnostics().count("device-records-dropped");
    }
    if (isOwnCapture(trace) || lost > 0) {
        ledger.lost = lost;
    }
    return ledger;
}

} // namespace lanes
