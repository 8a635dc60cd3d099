// Allocations over time: curves per device, the lifetimes of blocks, the blocks alive at a moment.
#pragma once

#include "model/analysis/operators/OperatorStats.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

// The content of a block, guessed from its allocating operator and its end; the first rule that fits:
//   workspace        allocated within a product or convolution, never freed and older than the last step; of a size that
//                    cuBLAS takes where it is in a backward pass, and the first of that size there
//   parameter        copied to the device by a module's to(), cuda() or the like, as Python frames say, and alive after that;
//                    or never freed, and copied to the device before the first step, outside of a DataLoader's range
//   input            allocated by a DataLoader's range, or by a copy to the device that no other operator called
//   optimizer state  allocated in "Optimizer.step#..." and alive after it
//   gradient         allocated in a backward operator and alive after the outermost of them
//   temporary        freed before the outermost operator around its allocation ended
//   parameter        never freed, and allocated before the first step
//   activation       anything else that an operator allocated
//   unknown          allocated by no recorded operator, or before the recording
enum class MemoryCategory : std::uint8_t {
    Unknown,
    Input,
    OptimizerState,
    Gradient,
    Temporary,
    Parameter,
    Activation,
    Workspace
};
inline constexpr int kMemoryCategoryCount = 8;
[[nodiscard]] std::string_view memoryCategoryName(MemoryCategory category);

struct MemoryBlock {
    static constexpr std::uint32_t kNoEvent = 0xffffffffu;
    std::uint64_t address = 0;
    std::int64_t bytes = 0;
    TimeRange life; // if never freed, until the end of the session, or until its address is used again
    std::uint32_t allocation = kNoEvent; // event in MemoryTable; none: allocated before the recording
    std::uint32_t release =
        kNoEvent; // event that freed it or used its address again; none: not in the recording
    std::uint32_t op = OperatorForest::kNone; // innermost operator or range around the allocation
    MemoryCategory category = MemoryCategory::Unknown;
};

// One device of the memory events of one process, in time order. Processes have allocators and addresses of their own,
// even on a shared device.
struct DeviceMemory {
    std::int8_t type = 0;   // numbered as in Kineto: 0 CPU, 1 CUDA, 6 HIP ...
    std::int8_t index = -1; // -1 for the CPU
    ProcessId process;      // process of the allocator; none: not known
    std::string key;        // "1:0"; if several processes have that, "1:0 (rank 1)" or "1:0 (process 17)"
    std::vector<std::uint32_t> events; // in MemoryTable
    std::vector<TimeNs> time;
    std::vector<std::int64_t> allocated; // as recorded; without a record, the running sum of the events
    std::vector<std::int64_t> reserved;  // as recorded; -1 not known
    // Memory in use on the whole device, by any program: samples of a counter of the device named "Memory used" (case
    // does not matter), in bytes. Empty without one.
    std::vector<TimeNs> usedTime;
    std::vector<std::int64_t> used;
    // By sample: bytes that the allocators of all recorded processes had reserved there then; -1 not known. The rest is
    // outside of PyTorch: contexts, libraries, other programs.
    std::vector<std::int64_t> usedReserved;
    std::int64_t allocatedAtBegin = 0; // before the first event, according to the recorded totals
    std::int64_t allocatedBytes = 0;   // sum of all allocations
    std::int64_t freedBytes = 0;
    std::int64_t peakAllocated = 0;
    std::int64_t peakReserved = 0; // 0: not known
    TimeNs peakTime = 0;           // the first moment at peakAllocated
    // By begin of life; blocks from before the recording come first. Events without an address have no block: their
    // lifetimes are not known.
    std::vector<MemoryBlock> blocks;

    // Position of the last event at or before `t`; nothing before the first. O(log events).
    [[nodiscard]] std::optional<std::size_t> at(TimeNs t) const;
    [[nodiscard]] std::int64_t allocatedAt(TimeNs t) const;
    [[nodiscard]] std::int64_t usedAt(TimeNs t) const; // the last sample at or before `t`; -1 not known
    // Memory outside of PyTorch at `t`; -1 not known. An allocation may be newer than the sample, so it is at least 0.
    [[nodiscard]] std::int64_t outsideAt(TimeNs t) const;
    [[nodiscard]] std::int64_t outside(std::size_t sample) const; // outsideAt() for one sample
    [[nodiscard]] std::int64_t mostOutside() const;               // maximum over all samples
};

// Immutable; any thread.
class MemoryHistory {
public:
    // Nothing if asked to stop. O(events log operators).
    static std::shared_ptr<const MemoryHistory> build(const OperatorData& data,
                                                      const std::stop_token& stop = {});

    [[nodiscard]] const std::vector<DeviceMemory>& devices() const {
        return devices_;
    } // by type, index, process
    [[nodiscard]] bool empty() const { return devices_.empty(); }

private:
    std::vector<DeviceMemory> devices_;
};

// Blocks alive at `t`: allocated at or before it, freed after it. O(blocks).
[[nodiscard]] std::vector<const MemoryBlock*> aliveAt(const DeviceMemory& device, TimeNs t);
// Bytes allocated at `t` in blocks without an allocation event: allocated before the recording and not freed in it, or
// without an address. Together with the blocks alive they make allocatedAt(t). Negative if the recorded totals contradict
// the events. O(blocks).
[[nodiscard]] std::int64_t unseenAt(const DeviceMemory& device, TimeNs t);
// Blocks allocated in (from, to] that are still alive at `to`: the growth. O(blocks).
[[nodiscard]] std::vector<const MemoryBlock*> grownBetween(const DeviceMemory& device, TimeNs from,
                                                           TimeNs to);

// The growth of allocated memory from the end of the step before (for the first: from its begin) to the end of a step.
struct StepGrowth {
    std::size_t step = 0; // index in the given steps
    TimeNs from = 0;      // the moment of comparison
    TimeNs to = 0;        // its end
    std::int64_t bytes = 0;
};
// The growth in every step, in order. O(steps log events).
[[nodiscard]] std::vector<StepGrowth> growthBySteps(const DeviceMemory& device, std::span<const Step> steps);

// The steps of the allocator's rank.
[[nodiscard]] std::span<const Step> stepsOf(const OperatorData& data, const DeviceMemory& device);

// The events of the device after which a block existed: positions [first, last) in its columns. Positions tell events of
// one nanosecond apart. O(log events).
struct EventSpan {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    [[nodiscard]] bool contains(std::uint32_t position) const { return first <= position && position < last; }
};
[[nodiscard]] EventSpan eventsOf(const DeviceMemory& device, const MemoryBlock& block);

} // namespace lanes
