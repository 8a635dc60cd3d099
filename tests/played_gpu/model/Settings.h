// What the played GPU is and what goes wrong on it: numbers with a default, each set by PLAYED_<NAME> in the environment
// and, while a program runs, by played_set("name", value). Kernels by PLAYED_KERNELS ("gemm=3000000,softmax=1000") and by
// played_kernel_takes. Any thread; no locks for numbers.
#pragma once

#include <cstdint>
#include <string_view>

namespace played {

enum class Setting : uint8_t {
    Devices,
    ComputeCapability,
    Sms,
    MemoryMb,
    Driver,
    LatencyNs,
    TimePercent,
    NoisePercent,
    CopyGbs,
    ZeroReads,
    VirtualClock,
    Mig,
    NoDriver,
    NoNvml,
    Gpm,
    GpmNs,
    LateNs,
    ShuffleNs,
    DropEvery,
    DropNext,
    ZeroEvery,
    ZeroNext,
    ZeroWithClock,
    ReverseEvery,
    ReverseNext,
    PoolRecords,
    Split,
    HoldKb,
    NodeIdNs,
    CompileNs,
    EnableNs,
    EnableDelivers,
    Busy,
    NoPermission,
    NoDump,
    CuptiVersion,
    StrideKernel,
    StrideMemcpy,
    StrideMemset,
    StrideSynchronization,
    StrideEvent,
    StrideGraph,
    StrideMemory,
    StrideContext,
    StrideDevice,
    StrideJit,
    StridePool,
    StrideLink,
    Count
};

int64_t setting(Setting which);
// One less than it was, unless it was 0: true if it was not. For faults that are wanted a number of times.
bool takeOne(Setting which);

// How long kernels take whose name contains `part`, in ns, the latest word first; 0 if nobody said.
int64_t kernelTime(std::string_view name);
// The kernel that this thread launches next takes so many ns, if nobody says otherwise; asked once.
void takesNext(int64_t nanoseconds);
int64_t takesSaid();

} // namespace played

// For programs under test, which find them by dlsym.
extern "C" {
__attribute__((visibility("default"))) int played_set(const char* name,
                                                      int64_t value); // 0: there is no such setting
__attribute__((visibility("default"))) void played_kernel_takes(const char* part, int64_t nanoseconds);
}
