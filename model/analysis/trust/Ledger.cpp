#include "model/analysis/trust/Ledger.h"

#include "model/analysis/trust/LedgerNotes.h"
#include "model/analysis/trust/LedgerRules.h"
#include "model/analysis/trust/ProfilerOverhead.h"

#include <algorithm>
#include <array>

namespace lanes {

namespace {

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
