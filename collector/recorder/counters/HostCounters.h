// The kernel's counters while a program is recorded, for each recorded process and for the machine. A source of the
// recorder itself, beside the rings.
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

    // `rings`: the folder of the recording. A process that maps it belongs to the recording; in another pid namespace
    // the same number is another process.
    HostCounters(const CaptureContext& context, std::string rings, KernelFiles kernel);

    // True if a sample is due. `now`: CLOCK_MONOTONIC, in nanoseconds.
    [[nodiscard]] bool due(TimeNs now) const { return now >= next_; }
    // Reads the kernel's counters of the living processes. The machine's counters go to the first process that was
    // ever sampled. O(threads), some microseconds each. It runs so seldom that it takes at most half a per cent of
    // the time.
    void sample(TimeNs now, std::span<const Target> targets);
    // Writes the samples since the last call to the session.
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
    // Starts no curve with 0, as the kernel may not count at all.
    void addUnlessNothing(ProcessId owner, std::string_view key, const CounterCurves::Shown& shown,
                          TimeNs time, double value);
    void addThreads(ProcessId owner, const Before& before, const ProcessCounts& counts, double seconds);

    KernelFiles kernel_;
    std::string rings_;
    CounterCurves curves_;
    std::map<ProcessId, std::optional<Before>> processes_; // none: the number is another process's
    std::optional<Machine> machine_;
    TimeNs next_ = 0;
};

} // namespace lanes::recorder
