// Checks event by event the rules that every sound recording obeys, those of torch's own validator.
#pragma once

#include "model/analysis/trust/Ledger.h"

namespace lanes {

// Checks one trace. One thread.
class LedgerRules {
public:
    explicit LedgerRules(const Trace& trace)
        : trace_(trace) {}

    // One entry for each broken rule. Incomplete if asked to stop. O(slices + points + links), and n log n in numbered
    // events.
    [[nodiscard]] std::vector<LedgerEntry> broken(const std::stop_token& stop);

private:
    void checkThreads();
    void checkNesting(const std::stop_token& stop);
    void checkIds(const std::stop_token& stop);
    void checkArrows();
    void checkLaunches();
    void checkMissingWork(const std::stop_token& stop);
    void checkMemory();
    void checkStacks();
    void add(LedgerEntry entry, SliceId first);

    const Trace& trace_;
    std::vector<LedgerEntry> entries_;
};

} // namespace lanes
