// Rules about memory: its allocator, its limit, and what is computed again to save it.
#include "model/analysis/advice/AdviceRules.h"
#include "model/base/Format.h"

#include <algorithm>
#include <utility>

namespace lanes {

namespace {

// Slices that began in the first step: what is allocated there is warm-up.
TimeNs endOfWarmUp(const AdviceFacts& facts) {
    return facts.steps().empty() ? facts.focus().begin : facts.steps().front().range.end;
}

struct Fullest {
    const DeviceMemory* memory = nullptr;
    std::int64_t reserved = 0;
    std::int64_t limit = 0;
};

Fullest fullestDevice(const AdviceFacts& facts) {
    Fullest fullest;
    double most = 0;
    for (const DeviceMemory& memory : facts.data().memory().devices()) {
        const std::int64_t rank =
            memory.process.valid() ? facts.trace().processes()[memory.process.value].rank : -1;
        const DeviceLimits* limits =
            memory.type == 0 ? nullptr : limitsOf(facts.data().kernels().devices, memory.index, rank);
        const std::int64_t taken = std::max(memory.peakReserved, memory.peakAllocated);
        if (limits != nullptr && limits->memoryBytes > 0 &&
            static_cast<double>(taken) > most * static_cast<double>(limits->memoryBytes)) {
            most = static_cast<double>(taken) / static_cast<double>(limits->memoryBytes);
            fullest = {&memory, taken, limits->memoryBytes};
        }
    }
    return fullest;
}

} // namespace

std::optional<Finding> findAllocatorRetries(const AdviceFacts& facts, const Limits& limits) {
    const TimeRange later{endOfWarmUp(facts), facts.focus().end};
    const auto frees = facts.data().marks().of(Mark::DeviceFree, later);
    const auto mallocs = facts.data().marks().of(Mark::DeviceMalloc, later);
    if (frees.empty() || mallocs.empty()) {
        return std::nullopt; // a cache that grows does not retry
    }
    std::vector<MarkedSlice> calls(frees.begin(), frees.end());
    calls.insert(calls.end(), mallocs.begin(), mallocs.end());
    std::ranges::sort(calls, {}, [](const MarkedSlice& m) { return m.range.begin; });
    const HeldUp held = facts.heldUp(calls, {WaitCause::Allocator});
    if (!facts.isShare(held.host, limits.at("share"))) {
        return std::nullopt;
    }
    const std::vector<LineGroup> lines = facts.byLine(calls);
    const TimeNs best = std::min(held.host, held.direct + held.after);
    Finding found =
        facts.finding("The allocator gives device memory back and takes it again",
                      {std::min(held.direct, best), best, std::max(best, held.host)}, held.time, 0.8);
    found.seen = facts.eachCount(static_cast<std::int64_t>(frees.size()), "free", "frees") + " and " +
                 formatCount(static_cast<std::int64_t>(mallocs.size()), "allocation", "allocations") +
                 " of device memory, " + facts.each(held.host) + mostAt(lines);
    found.remedy =
        "Leave out torch.cuda.empty_cache() in the loop; else memory is nearly full: a smaller batch, or "
        "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True against fragmentation.";
    found.where = placesOf(lines);
    return found;
}

std::optional<Finding> findFullMemory(const AdviceFacts& facts, const Limits& limits) {
    const Fullest fullest = fullestDevice(facts);
    if (fullest.memory == nullptr || static_cast<double>(fullest.reserved) * 100 <
                                         limits.at("share") * static_cast<double>(fullest.limit)) {
        return std::nullopt;
    }
    Finding found = facts.finding("Device memory is nearly full", {}, {}, 0.9);
    found.seen = formatBytes(fullest.reserved) + " of " + formatBytes(fullest.limit) + " reserved (" +
                 formatPercent(static_cast<double>(fullest.reserved) / static_cast<double>(fullest.limit)) +
                 "), " + formatBytes(fullest.memory->peakAllocated) + " of it allocated at the peak";
    found.remedy =
        "A smaller batch, activation checkpoints or a sharded optimizer before it fails; where much "
        "more is reserved than allocated, PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True.";
    const TimeNs peak = fullest.memory->peakTime;
    for (const MemoryBlock* block : aliveAt(*fullest.memory, peak)) {
        if (block->op != OperatorForest::kNone && block->life.begin == peak) {
            found.where.push_back(facts.data().forest().slice(block->op));
        }
    }
    return found;
}

std::optional<Finding> findRecomputation(const AdviceFacts& facts, const Limits& limits) {
    std::vector<MarkedSlice> again = outermost(facts.marked(Mark::Recompute));
    const OperatorForest& forest = facts.data().forest();
    if (again.empty()) { // without Python's functions: what a checkpoint's backward calls that is no backward
        const auto backward = facts.operatorsNamed(
            [](std::string_view name) { return name == "CheckpointFunctionBackward"; }, facts.focus());
        for (const MarkedSlice& outer : backward) {
            for (const SliceId child : facts.trace().children(outer.slice)) {
                const Trace::Slice slice = facts.trace().slice(child);
                if (slice.kind == EventKind::Operator &&
                    !facts.trace().text(slice.name).starts_with("autograd::")) {
                    again.push_back({{slice.start, slice.end()}, child});
                }
            }
        }
    }
    if (again.empty()) {
        return std::nullopt;
    }
    const IntervalSet host = timeOf(again);
    HugeVector<TimeRange> device;
    for (const DeviceWork& work : forest.deviceWork()) {
        const SliceId op = work.op != DeviceWork::kNoOperator ? forest.slice(work.op) : SliceId();
        if (op.valid() && facts.focus().contains(facts.trace().slice(op).start) &&
            host.covered({facts.trace().slice(op).start, facts.trace().slice(op).end()}) ==
                facts.trace().slice(op).duration) {
            const Trace::Slice slice = facts.trace().slice(work.slice);
            device.push_back({slice.start, slice.end()});
        }
    }
    std::ranges::sort(device, {}, &TimeRange::begin);
    IntervalSet time = facts.data().hasDevice() ? IntervalSet(std::move(device)) : host;
    const TimeNs cost = time.total();
    if (!facts.isShare(cost, limits.at("share"))) {
        return std::nullopt;
    }
    const std::vector<LineGroup> lines = facts.byLine(again);
    Finding found = facts.finding("Checkpoints compute parts of the forward pass a second time",
                                  {0, cost, cost}, std::move(time), 0.8);
    found.seen = facts.eachCount(static_cast<std::int64_t>(again.size()), "recomputation", "recomputations") +
                 ", " + facts.each(cost) + mostAt(lines);
    found.remedy = "Only if memory allows: checkpoint fewer modules, or only the cheap ones "
                   "(torch.utils.checkpoint with a selective policy); this is what the saved memory costs.";
    found.where = placesOf(lines);
    return found;
}

} // namespace lanes
