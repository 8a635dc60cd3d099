// What every process on this machine may know of the played devices: memory used by process and how busy each device was,
// in the file that PLAYED_BOARD names, so that NVML answers in a process that has no CUDA. Without that name it is the
// process's own. Any thread; no locks: each process writes its own slot.
#pragma once

#include "tests/played_gpu/model/Memory.h"

#include <atomic>

namespace played {

class Board {
public:
    static constexpr int kProcesses = 64;

    Board();

    void setUsed(int device, uint64_t bytes);
    void addBusy(int device, ns start, ns end);

    uint64_t used(int device) const; // by all processes, bytes
    double utilisation(int device,
                       ns over) const; // share of the last `over` ns in which a kernel ran, 0 to 1
    // Calls it with the pid and the bytes of each process that has used the device and lives.
    void processes(int device, const std::function<void(int pid, uint64_t bytes)>& tell) const;

private:
    static constexpr ns kSpan = 10'000'000; // of one count of busy time
    static constexpr int kSpans = 1024;     // the past, and what is enqueued

    struct Span {
        std::atomic<int64_t> number, busy; // of the span since 1970, and its busy ns
    };
    struct Process {
        std::atomic<int> pid;
        std::atomic<uint64_t> used[kMostDevices];
        Span spans[kMostDevices][kSpans];
    };

    Process* mine();

    Process* processes_ = nullptr; // kProcesses of them, shared
    std::atomic<Process*> mine_{nullptr};
};

Board& board();

} // namespace played
