// When work of one device runs: how long it takes, and when enough multiprocessors are free for it. Everything is known at
// the launch, so no thread plays the device. The caller holds the Gpu's lock.
#pragma once

#include "tests/played_gpu/model/Work.h"

#include <vector>

namespace played {

class Schedule {
public:
    // Gives the work its start, not before `earliest`, and its end.
    void place(Work& work, ns earliest);

private:
    struct Run {
        ns start, end;
        uint32_t sms;
    };

    ns startOf(ns earliest, ns takes, uint32_t sms) const;

    static constexpr size_t kManyRuns = 256;

    std::vector<Run> runs_; // kernels that may still run, in order of launch
    size_t tidyAt_ = kManyRuns;
    uint64_t noise_ = 0x9E3779B97F4A7C15;
};

// Multiprocessors that a kernel occupies, as if each held one of its blocks.
uint32_t smsOf(const Work& work);

} // namespace played
