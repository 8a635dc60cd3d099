// Linux's counters of a process and of the machine, from the text files below /proc (man 5 proc; schedstat:
// Documentation/scheduler/sched-stats.rst; pressure: Documentation/accounting/psi.rst). The values are sums since the
// start of each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace lanes::recorder {

// Of one thread.
struct ThreadTimes {
    std::uint64_t ranNs = 0;
    std::uint64_t waitedNs = 0; // ready to run, while no CPU was free
    std::uint64_t timesPut = 0; // onto a CPU
};

struct ProcessCounts {
    // By thread id; at most kMostThreads, none if the kernel does not report them.
    std::map<std::uint32_t, ThreadTimes> threads;
    std::uint64_t residentBytes = 0;
    std::uint64_t sharedBytes = 0; // of those, shared with files or other processes
    std::uint64_t faults = 0;
    std::uint64_t faultsFromDisk = 0;
    bool hasBytes = false; // the members below are known
    std::uint64_t readBytes = 0;
    std::uint64_t writtenBytes = 0;
    std::uint64_t bytesFromDisk = 0;
    std::uint64_t bytesToDisk = 0;
};

struct MachineCounts {
    std::uint64_t busyTicks = 0; // of all CPUs, the kernel's own unit
    std::uint64_t allTicks = 0;
    std::uint64_t usedBytes = 0; // memory that the kernel could not hand out on request
    std::uint64_t receivedBytes = 0;
    std::uint64_t sentBytes = 0;
    // Time in which a task waited for the resource, in microseconds.
    std::optional<std::uint64_t> cpuPressureUs;
    std::optional<std::uint64_t> memoryPressureUs;
    std::optional<std::uint64_t> diskPressureUs;
};

// One thread. The files may hold any text; only numbers are taken from them.
class KernelFiles {
public:
    static constexpr std::size_t kMostThreads = 512;

    // `folder`: the folder of the kernel's files.
    explicit KernelFiles(std::string folder = "/proc")
        : folder_(std::move(folder)) {}

    // Returns nothing if there is no such process, or it may not be read. O(its threads).
    [[nodiscard]] std::optional<ProcessCounts> process(std::uint32_t pid) const;
    [[nodiscard]] MachineCounts machine() const;
    // True if the process has mapped a file below `folder`. O(its mappings).
    [[nodiscard]] bool maps(std::uint32_t pid, const std::string& folder) const;

private:
    [[nodiscard]] std::string text(const std::string& file) const;
    [[nodiscard]] std::map<std::uint32_t, ThreadTimes> threadsOf(const std::string& process) const;

    std::string folder_;
};

} // namespace lanes::recorder
