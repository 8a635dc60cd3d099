// What Linux counts for a process and for the machine, from the text files below /proc (man 5 proc; schedstat:
// Documentation/scheduler/sched-stats.rst; pressure: Documentation/accounting/psi.rst). Sums since their begin.
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
    // By thread id; at most kMostThreads, none where the kernel does not tell.
    std::map<std::uint32_t, ThreadTimes> threads;
    std::uint64_t residentBytes = 0;
    std::uint64_t sharedBytes = 0; // of those, with files or other processes
    std::uint64_t faults = 0;
    std::uint64_t faultsFromDisk = 0;
    bool hasBytes = false; // what follows is told
    std::uint64_t readBytes = 0;
    std::uint64_t writtenBytes = 0;
    std::uint64_t bytesFromDisk = 0;
    std::uint64_t bytesToDisk = 0;
};

struct MachineCounts {
    std::uint64_t busyTicks = 0; // of all CPUs, the kernel's own unit
    std::uint64_t allTicks = 0;
    std::uint64_t usedBytes = 0; // memory that could not be given to somebody who asks
    std::uint64_t receivedBytes = 0;
    std::uint64_t sentBytes = 0;
    // Time in which somebody waited for it.
    std::optional<std::uint64_t> cpuPressureUs;
    std::optional<std::uint64_t> memoryPressureUs;
    std::optional<std::uint64_t> diskPressureUs;
};

// One thread. Whatever stands in the files, nothing but numbers comes of it.
class KernelFiles {
public:
    static constexpr std::size_t kMostThreads = 512;

    // `folder`: where the files stand.
    explicit KernelFiles(std::string folder = "/proc")
        : folder_(std::move(folder)) {}

    // Nothing when there is no such process, or it may not be read. O(its threads).
    [[nodiscard]] std::optional<ProcessCounts> process(std::uint32_t pid) const;
    [[nodiscard]] MachineCounts machine() const;
    // Whether the process has a file below `folder` in its memory. O(its mappings).
    [[nodiscard]] bool maps(std::uint32_t pid, const std::string& folder) const;

private:
    [[nodiscard]] std::string text(const std::string& file) const;
    [[nodiscard]] std::map<std::uint32_t, ThreadTimes> threadsOf(const std::string& process) const;

    std::string folder_;
};

} // namespace lanes::recorder
