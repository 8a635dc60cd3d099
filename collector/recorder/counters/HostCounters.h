// What the kernel counts while a program is recorded: of each recorded process, and of the machine. A source of the
// recorder's own, beside the rings.
#pragma once

#include "collector/recorder/CaptureContext.h"
#include "collector/recorder/counters/CounterCurves.h"
#include "collector/recorder/counters/KernelFiles.h"
#include "model/base/Ids.h"
#include "model/base/Time.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lanes::recorder {

// One thread.
class HostCounters {
public:
    struct Target {
        std::uint32_t pid;
        ProcessId process;
    };

    // `rings`: the folder of the recording, by which a process is known to be its own: elsewhere, in a namespace apart,
    // the same number is somebody else's.
    HostCounters(const CaptureContext& context, std::string rings, KernelFiles kernel);

    // Whether it is time. `now`: CLOCK_MONOTONIC, in nanoseconds.
    [[nodiscard]] bool due(TimeNs now) const { return now >= next_; }
    // Asks the kernel about the processes that live. What the machine counts stands with the first that was ever asked
    // about. O(threads), some microseconds each; so seldom that it takes at most half a per cent of the time.
    void sample(TimeNs now, std::span<const Target> targets);
    // Gives the session the samples since the last time.
    void flush() { curves_.flush(); }
    void holdNames(session::NameCollector& held) const { curves_.holdNames(held); }

private:
    struct Before {
        TimeNs time = 0;
        ProcessCounts counts;
    };
    struct Machine {
        ProcessId owner;
        TimeNs time = 0;
        MachineCounts counts;
    };

    void sampleProcess(const Target& target, TimeNs now);
    void sampleMachine(TimeNs now);
    // No curve begins with 0: it may be that nobody counts.
    void addUnlessNothing(ProcessId owner, std::string_view key, const CounterCurves::Shown& shown,
                          TimeNs time, double value);
    void addThreads(ProcessId owner, const Before& before, const ProcessCounts& counts, double seconds);

    KernelFiles kernel_;
    std::string rings_;
    CounterCurves curves_;
    std::map<ProcessId, std::optional<Before>> processes_; // nothing: somebody else's number
    std::optional<Machine> machine_;
    TimeNs next_ = 0;
};

} // namespace lanes::recorder
