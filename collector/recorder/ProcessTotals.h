// What a recording has to say of all its processes together. It is all that stays of those that are gone: a training of days
// starts workers without end.
#pragma once

#include "collector/recorder/Findings.h"
#include "collector/recorder/ProcessReasons.h"
#include "collector/recorder/rings/ProcessCapture.h"
#include "model/trace/Clock.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanes::recorder {

struct ProcessTotals {
    std::uint64_t lost = 0; // records
    std::uint64_t failedAllocations = 0;
    Findings findings;
    ProcessReasons reasons;
    std::vector<Clock> clocks; // of devices
    std::string seen;          // by the filter, of the first process that has seen anything
    std::uint32_t matchedModules = 0;
    std::uint32_t shortages = 0; // of threads, ring::Shortage bits

    // As it is now. O(rings of the process).
    void add(const ProcessCapture& process);
};

} // namespace lanes::recorder
