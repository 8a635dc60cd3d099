// What every sound recording keeps to, as torch's own validator has it: checked event by event.
#pragma once

#include "model/analysis/trust/Ledger.h"

namespace lanes {

// Of one trace. One thread.
class LedgerRules {
public:
    explicit LedgerRules(const Trace& trace)
        : trace_(trace) {}

    // One entry per rule that something breaks. Incomplete if asked to stop. O(slices + points + links), and n log n in what
    // is numbered.
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
