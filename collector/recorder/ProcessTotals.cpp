#include "collector/recorder/ProcessTotals.h"

#include <utility>

namespace lanes::recorder {

void ProcessTotals::add(const ProcessCapture& process) {
    lost += process.lost();
    failedAllocations += process.failedAllocations();
    process.addTo(findings);
    const ring::ProcessFacts& facts = process.facts();
    reasons.add(process.key(), facts.reason);
    if (auto clock = process.deviceClock()) {
        clocks.push_back(std::move(*clock));
    }
    seen = seen.empty() ? facts.seen : seen;
    matchedModules += facts.matchedModules;
    shortages |= facts.threadsRefused > 0 ? facts.shortages : 0;
}

} // namespace lanes::recorder
