// Allocations over time: curves per device, blocks with their lives, what is alive at a moment.
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

// What a block holds, guessed from who allocated it and when it died; the first rule that fits:
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
    TimeRange life; // until the end of the session, or until its address is taken again, if never freed
    std::uint32_t allocation = kNoEvent; // event in MemoryTable; none: allocated before the recording
    std::uint32_t release = kNoEvent; // that freed it or took its address again; none: never in the recording
    std::uint32_t op = OperatorForest::kNone; // innermost operator or range around the allocation
    MemoryCategory category = MemoryCategory::Unknown;
};

// One device of the memory events of one process, in time order: processes have allocators and addresses of their own, also
// on a device that they share.
struct DeviceMemory {
    std::int8_t type = 0;   // as Kineto numbers them: 0 CPU, 1 CUDA, 6 HIP ...
    std::int8_t index = -1; // -1 for the CPU
    ProcessId process;      // whose allocator it is; none: not known
    std::string key;        // "1:0"; where several processes have that, "1:0 (rank 1)" or "1:0 (process 17)"
    std::vector<std::uint32_t> events; // in MemoryTable
    std::vector<TimeNs> time;
    std::vector<std::int64_t> allocated; // as recorded; without a record the running sum of what was seen
    std::vector<std::int64_t> reserved;  // as recorded; -1 not known
    // What the whole device held, by any program: samples of a counter of the device that is called
    // "Memory used" (case does not matter), in bytes. Empty without one.
    std::vector<TimeNs> usedTime;
    std::vector<std::int64_t> used;
    // By sample: what the allocators of all recorded processes had reserved there then; -1 not known. The rest is outside of
    // PyTorch: contexts, libraries, other programs.
    std::vector<std::int64_t> usedReserved;
    std::int64_t allocatedAtBegin = 0; // before the first event, as far as the totals say
    std::int64_t allocatedBytes = 0;   // sum of all allocations
    std::int64_t freedBytes = 0;
    std::int64_t peakAllocated = 0;
    std::int64_t peakReserved = 0; // 0: not known
    TimeNs peakTime = 0;           // the first moment at peakAllocated
    // By begin of life; those of before the recording first. What has no address stands in none: nobody can say how long it lived.
    std::vector<MemoryBlock> blocks;

    // Position of the last event at or before `t`; nothing before the first. O(log events).
    [[nodiscard]] std::optional<std::size_t> at(TimeNs t) const;
    [[nodiscard]] std::int64_t allocatedAt(TimeNs t) const;
    [[nodiscard]] std::int64_t usedAt(TimeNs t) const; // the last sample at or before `t`; -1 not known
    // Outside of PyTorch, then; -1 not known. An allocation may be newer than the sample: never less than 0.
    [[nodiscard]] std::int64_t outsideAt(TimeNs t) const;
    [[nodiscard]] std::int64_t outside(std::size_t sample) const; // the same of a sample
    [[nodiscard]] std::int64_t mostOutside() const;               // of all samples
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
// What is allocated at `t` in blocks that no event names: allocated before the recording and not freed in it, or without
// an address. With the
// blocks alive it makes allocatedAt(t); negative where the recorded totals contradict the events. O(blocks).
[[nodiscard]] std::int64_t unseenAt(const DeviceMemory& device, TimeNs t);
// Blocks allocated in (from, to] that are still alive at `to`: what grew. O(blocks).
[[nodiscard]] std::vector<const MemoryBlock*> grownBetween(const DeviceMemory& device, TimeNs from,
                                                           TimeNs to);

// How much more was allocated at the end of a step than at the end of the one before (of the first: at its begin).
struct StepGrowth {
    std::size_t step = 0; // of the steps given
    TimeNs from = 0;      // the moment it is compared with
    TimeNs to = 0;        // its end
    std::int64_t bytes = 0;
};
// For every step, in order. O(steps log events).
[[nodiscard]] std::vector<StepGrowth> growthBySteps(const DeviceMemory& device, std::span<const Step> steps);

// The steps of the rank whose allocator it is.
[[nodiscard]] std::span<const Step> stepsOf(const OperatorData& data, const DeviceMemory& device);

// The events of the device after which a block was there: positions [first, last) in its columns, which tell apart what
// happened in the same nanosecond. O(log events).
struct EventSpan {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    [[nodiscard]] bool contains(std::uint32_t position) const { return first <= position && position < last; }
};
[[nodiscard]] EventSpan eventsOf(const DeviceMemory& device, const MemoryBlock& block);

} // namespace lanes
