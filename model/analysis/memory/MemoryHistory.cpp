#include "model/analysis/memory/MemoryHistory.h"

#include "model/analysis/device/Devices.h"
#include "model/analysis/operators/OperatorCost.h"
#include "model/base/SecretHash.h"
#include "model/base/StopEvery.h"
#include "model/trace/tables/BoundedBytes.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

namespace lanes {

namespace {

constexpr std::uint32_t kBlocksAtOnce = kStopEvery / 16; // each looks at all that is around it
constexpr double kMostBytes = 1e18;                      // beyond, it is no size of a memory

bool isBackward(std::string_view name, Hue hue) {
    return hue == Hue::Autograd || name.starts_with("autograd::engine::");
}

bool copiesToDevice(std::string_view name) {
    return name == "aten::to" || name == "aten::_to_copy" || name == "aten::cuda" || name == "aten::copy_" ||
           name == "aten::empty_strided";
}

// What the operators around an allocation say about the block.
struct Surroundings {
    bool inLoader = false;
    bool onlyCopies = true; // every operator around is a copy to the device
    std::optional<TimeNs> optimizerEnd;
    std::optional<TimeNs> backwardEnd;
    std::optional<TimeNs> operatorEnd; // of the outermost operator
};

// One after the other: blocks that are allocated together have most of what is around them in common.
class SurroundingsReader {
public:
    explicit SurroundingsReader(const OperatorForest& forest)
        : forest_(forest) {}

    const Surroundings& of(std::uint32_t op) {
        chain_.clear();
        for (; op != OperatorForest::kNone && known(op).op != op; op = forest_.parent(op)) {
            chain_.push_back(op);
        }
        const Surroundings* outer = op == OperatorForest::kNone ? &none_ : &known(op).found;
        for (auto at = chain_.rbegin(); at != chain_.rend(); ++at) { // outermost first
            const Surroundings found = within(*outer, *at);
            known(*at) = {*at, found};
            outer = &known(*at).found;
        }
        return *outer;
    }

private:
    struct Known {
        std::uint32_t op = OperatorForest::kNone;
        Surroundings found;
    };

    Known& known(std::uint32_t op) { return known_[op % known_.size()]; }

    // What `outer` says of what is around an operator counts more than the operator.
    [[nodiscard]] Surroundings within(const Surroundings& outer, std::uint32_t op) const {
        const Trace& trace = forest_.trace();
        const Trace::Position at = trace.locate(forest_.slice(op));
        const Segment& segment = *trace.segments()[at.segment];
        const std::string_view name = trace.text(segment.name[at.index]);
        const Hue shown = segment.hue[at.index];
        const Hue hue =
            isOwn(shown) ? hueOf(segment.kind[at.index], name) : shown; // whatever the user calls it
        const TimeNs end = segment.end(at.index);
        Surroundings s = outer;
        s.inLoader = s.inLoader || hue == Hue::DataLoading;
        if (!s.optimizerEnd && name.starts_with("Optimizer.step#")) {
            s.optimizerEnd = end;
        }
        if (!s.backwardEnd && isBackward(name, hue)) {
            s.backwardEnd = end;
        }
        if (segment.kind[at.index] == EventKind::Operator) {
            s.operatorEnd = s.operatorEnd ? s.operatorEnd : end;
            s.onlyCopies = s.onlyCopies && copiesToDevice(name);
        }
        return s;
    }

    const OperatorForest& forest_;
    Surroundings none_;
    std::vector<std::uint32_t> chain_;
    std::array<Known, 256> known_; // by number; the last one that had the place
};

// What libraries keep for their products, told by its size: taken by the first one of a thread, for good. A result that the
// program keeps looks alike but for its size.
class Workspaces {
public:
    Workspaces(const OperatorForest& forest, TimeNs lastStep)
        : forest_(forest)
        , lastStep_(lastStep) {}

    // Asked about the blocks of one device, in their order.
    [[nodiscard]] bool hold(const MemoryBlock& block, const Surroundings& around) {
        const bool kept = block.release == MemoryBlock::kNoEvent && block.allocation != MemoryBlock::kNoEvent;
        if (!kept || block.life.begin >= lastStep_ || around.optimizerEnd || !isProduct(block.op)) {
            return false;
        }
        return isUsual(block.bytes) && (!around.backwardEnd || inBackward_.insert(block.bytes).second);
    }

private:
    // cuBLAS's as PyTorch sets it up to Ampere, from Hopper on, and cuBLASLt's.
    static bool isUsual(std::int64_t bytes) {
        return bytes == 8320 << 10 || bytes == 32 << 20 || bytes == 1 << 20;
    }
    [[nodiscard]] bool isProduct(std::uint32_t op) const {
        const Trace& trace = forest_.trace();
        switch (costFormula(trace.text(trace.slice(forest_.slice(op)).name)).rule) {
        case CostRule::Product:
        case CostRule::Convolution:
        case CostRule::ConvolutionBackward:
            return true;
        default:
            return false;
        }
    }

    const OperatorForest& forest_;
    TimeNs lastStep_;
    std::set<std::int64_t> inBackward_; // sizes
};

// What a module's to(), cuda(), half() and the like do to its parameters: their Python frames say it.
class ModuleMoves {
public:
    ModuleMoves(const LazyContext& context, const std::stop_token& stop)
        : lazy_(context)
        , stop_(stop) {}

    [[nodiscard]] bool have(std::uint32_t op) {
        if (!context_) {
            read();
        }
        const std::uint32_t node = context_ ? context_->nodeOf(op) : CallContext::kNone;
        return node != CallContext::kNone && isWithin_[node];
    }

private:
    void read() {
        context_ = lazy_.get(stop_);
        for (std::uint32_t node = 0; context_ && node < context_->size(); ++node) {
            const std::uint32_t caller = context_->node(node).parent; // which stands before it
            const std::string_view frame = context_->text(node);
            isWithin_.push_back((caller != CallContext::kNone && isWithin_[caller]) ||
                                (frame.find("torch/nn/modules/module.py(") != std::string_view::npos &&
                                 frame.ends_with("_apply")));
        }
    }

    const LazyContext& lazy_;
    const std::stop_token& stop_;
    std::shared_ptr<const CallContext> context_; // once asked for
    std::vector<bool> isWithin_;                 // by its nodes
};

MemoryCategory categoryOf(SurroundingsReader& surroundings, Workspaces& workspaces, ModuleMoves& moves,
                          const MemoryBlock& block, TimeNs firstStep) {
    if (block.op == OperatorForest::kNone) {
        return MemoryCategory::Unknown;
    }
    const Surroundings& s = surroundings.of(block.op);
    if (workspaces.hold(block, s)) {
        return MemoryCategory::Workspace;
    }
    const bool freed = block.release != MemoryBlock::kNoEvent;
    const bool isCopied = s.operatorEnd && s.onlyCopies;
    if (isCopied && !s.inLoader && (!freed || block.life.end > *s.operatorEnd) && moves.have(block.op)) {
        return MemoryCategory::Parameter;
    }
    if (isCopied && !s.inLoader && !freed && block.life.begin < firstStep) {
        return MemoryCategory::Parameter; // as a module's to() and cuda() bring it there
    }
    if (s.inLoader || isCopied) {
        return MemoryCategory::Input;
    }
    const auto outlives = [&](TimeNs end) { return !freed || block.life.end > end; };
    if (s.optimizerEnd && outlives(*s.optimizerEnd)) {
        return MemoryCategory::OptimizerState;
    }
    if (s.backwardEnd && outlives(*s.backwardEnd)) {
        return MemoryCategory::Gradient;
    }
    if (s.operatorEnd && !outlives(*s.operatorEnd)) {
        return MemoryCategory::Temporary;
    }
    if (!freed && block.life.begin < firstStep) {
        return MemoryCategory::Parameter;
    }
    return s.operatorEnd ? MemoryCategory::Activation : MemoryCategory::Unknown;
}

class DeviceBuilder {
public:
    explicit DeviceBuilder(const OperatorData& data)
        : data_(data)
        , memory_(data.forest->trace().memory())
        , session_(data.forest->trace().span()) {}

    void add(DeviceMemory& device, std::uint32_t event) const {
        const std::int64_t bytes = boundedBytes(memory_.bytes[event]);
        (bytes > 0 ? device.allocatedBytes : device.freedBytes) += bytes > 0 ? bytes : -bytes;
        const std::int64_t before = device.allocated.empty() ? 0 : device.allocated.back();
        const std::int64_t recorded = boundedBytes(memory_.totalAllocated[event]);
        const std::int64_t reserved = boundedBytes(memory_.totalReserved[event]);
        const std::int64_t now = recorded >= 0 ? recorded : before + bytes;
        if (device.events.empty()) {
            device.allocatedAtBegin = now - bytes;
        }
        if (device.events.empty() || now > device.peakAllocated) {
            device.peakAllocated = now;
            device.peakTime = memory_.time[event];
        }
        device.peakReserved = std::max(device.peakReserved, reserved);
        device.events.push_back(event);
        device.time.push_back(memory_.time[event]);
        device.allocated.push_back(now);
        device.reserved.push_back(reserved);
    }

    // False if asked to stop.
    [[nodiscard]] bool pairBlocks(DeviceMemory& device, const std::stop_token& stop) const {
        std::unordered_map<std::uint64_t, std::uint32_t, SecretHash> open; // address -> position in blocks
        std::vector<MemoryBlock> earlier;
        std::uint32_t count = 0;
        for (const std::uint32_t event : device.events) {
            if (++count % kBlocksAtOnce == 0 && stop.stop_requested()) {
                return false;
            }
            const std::int64_t bytes = boundedBytes(memory_.bytes[event]);
            if (memory_.address[event] == 0) {
                continue;
            }
            const auto at = open.find(memory_.address[event]);
            if (at != open.end()) {
                device.blocks[at->second].life.end = memory_.time[event];
                device.blocks[at->second].release = event;
                open.erase(at);
            } else if (bytes <= 0) {
                MemoryBlock block{memory_.address[event], -bytes, {session_.begin, memory_.time[event]}};
                block.release = event;
                earlier.push_back(block);
            }
            if (bytes > 0) {
                MemoryBlock block{memory_.address[event], bytes, {memory_.time[event], session_.end}, event};
                block.op = data_.memory->allocator(event);
                open[block.address] = static_cast<std::uint32_t>(device.blocks.size());
                device.blocks.push_back(block);
            }
        }
        device.blocks.insert(device.blocks.begin(), earlier.begin(), earlier.end());
        const auto steps = stepsOf(data_, device);
        const TimeNs firstStep =
            steps.empty() ? std::numeric_limits<TimeNs>::min() : steps.front().range.begin;
        SurroundingsReader surroundings(*data_.forest);
        Workspaces workspaces(*data_.forest,
                              steps.empty() ? std::numeric_limits<TimeNs>::max() : steps.back().range.begin);
        ModuleMoves moves(data_.context, stop);
        for (MemoryBlock& block : device.blocks) {
            if (++count % kBlocksAtOnce == 0 && stop.stop_requested()) {
                return false;
            }
            block.category = categoryOf(surroundings, workspaces, moves, block, firstStep);
        }
        return true;
    }

private:
    const OperatorData& data_;
    const MemoryTable& memory_;
    TimeRange session_;
};

// What tells it from the same device of another process.
void nameDevices(std::vector<DeviceMemory>& devices, const Trace& trace) {
    for (DeviceMemory& device : devices) {
        device.key = std::to_string(device.type) + ":" + std::to_string(device.index);
        const auto same = [&](const DeviceMemory& d) {
            return d.type == device.type && d.index == device.index;
        };
        if (!device.process.valid() || std::ranges::count_if(devices, same) < 2) {
            continue;
        }
        const Process& process = trace.processes()[device.process.value];
        const auto sameRankToo = [&](const DeviceMemory& d) {
            return same(d) && d.process.valid() && trace.processes()[d.process.value].rank == process.rank;
        };
        const bool byRank = process.rank >= 0 && std::ranges::count_if(devices, sameRankToo) == 1;
        device.key +=
            byRank ? " (rank " + std::to_string(process.rank) + ")" : " (process " + process.key + ")";
    }
}

bool saysDeviceUse(const Trace& trace, const CounterSeries& series, const DeviceMemory& device) {
    const ProcessId owner = processOf(trace, series.track);
    if (!owner.valid()) {
        return false;
    }
    const Process& process = trace.processes()[owner.value];
    static constexpr std::string_view kName = "memory used";
    const bool sameSide =
        !device.process.valid() || sameRank(process, trace.processes()[device.process.value]);
    return sameSide && process.deviceIndex == device.index && device.type != 0 &&
           std::ranges::equal(trace.text(series.name), kName, {}, [](char c) {
               return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
           });
}

void addUsed(DeviceMemory& device, const Trace& trace) {
    for (const CounterSeries& series : trace.counters()) {
        if (device.used.empty() && saysDeviceUse(trace, series, device)) {
            device.usedTime.assign(series.time.begin(), series.time.end());
            for (const double value : series.value) {
                device.used.push_back(value >= 0 && value < kMostBytes ? static_cast<std::int64_t>(value)
                                                                       : 0);
            }
        }
    }
}

// Those that share a device of one side have it together.
bool sharesDevice(const Trace& trace, const DeviceMemory& one, const DeviceMemory& other) {
    const bool sameSide = &one == &other || (one.process.valid() && other.process.valid() &&
                                             sameRank(trace.processes()[one.process.value],
                                                      trace.processes()[other.process.value]));
    return sameSide && one.type == other.type && one.index == other.index;
}

void addReserved(std::vector<DeviceMemory>& devices, DeviceMemory& device, const Trace& trace) {
    std::vector<const DeviceMemory*> sharers;
    for (const DeviceMemory& other : devices) {
        if (sharesDevice(trace, device, other)) {
            sharers.push_back(&other);
        }
    }
    for (const TimeNs time : device.usedTime) {
        std::int64_t sum = -1;
        for (const DeviceMemory* sharer : sharers) {
            const std::optional<std::size_t> at = sharer->at(time);
            if (at && sharer->reserved[*at] >= 0) {
                sum = std::max<std::int64_t>(sum, 0) + sharer->reserved[*at];
            }
        }
        device.usedReserved.push_back(sum);
    }
}

} // namespace

std::string_view memoryCategoryName(MemoryCategory category) {
    static constexpr std::array<std::string_view, kMemoryCategoryCount> kNames{
        "unknown",   "input",     "optimizer state", "gradient",
        "temporary", "parameter", "activation",      "workspace"};
    return kNames[static_cast<std::size_t>(category)];
}

std::optional<std::size_t> DeviceMemory::at(TimeNs t) const {
    const auto after = std::ranges::upper_bound(time, t);
    return after == time.begin() ? std::nullopt
                                 : std::optional(static_cast<std::size_t>(after - time.begin()) - 1);
}

std::int64_t DeviceMemory::allocatedAt(TimeNs t) const {
    const std::optional<std::size_t> event = at(t);
    return event ? allocated[*event] : allocatedAtBegin;
}

std::int64_t DeviceMemory::usedAt(TimeNs t) const {
    const auto after = std::ranges::upper_bound(usedTime, t);
    return after == usedTime.begin() ? -1 : used[static_cast<std::size_t>(after - usedTime.begin()) - 1];
}

std::int64_t DeviceMemory::outside(std::size_t sample) const {
    return usedReserved[sample] < 0 ? -1 : std::max<std::int64_t>(used[sample] - usedReserved[sample], 0);
}

std::int64_t DeviceMemory::outsideAt(TimeNs t) const {
    const auto after = std::ranges::upper_bound(usedTime, t);
    return after == usedTime.begin() ? -1 : outside(static_cast<std::size_t>(after - usedTime.begin()) - 1);
}

std::int64_t DeviceMemory::mostOutside() const {
    std::int64_t most = -1;
    for (std::size_t sample = 0; sample < used.size(); ++sample) {
        most = std::max(most, outside(sample));
    }
    return most;
}

std::shared_ptr<const MemoryHistory> MemoryHistory::build(const OperatorData& data,
                                                          const std::stop_token& stop) {
    const auto result = std::make_shared<MemoryHistory>();
    const Trace& trace = data.forest->trace();
    const MemoryTable& memory = trace.memory();
    const DeviceBuilder builder(data);
    std::map<std::tuple<std::int8_t, std::int8_t, ProcessId>, DeviceMemory> devices;
    for (std::uint32_t event = 0; event < memory.size(); ++event) {
        if (event % kStopEvery == 0 && stop.stop_requested()) {
            return nullptr;
        }
        const ProcessId process = processOf(trace, memory.track[event]);
        DeviceMemory& device = devices[{memory.deviceType[event], memory.deviceIndex[event], process}];
        device.process = process;
        device.type = memory.deviceType[event];
        device.index = memory.deviceIndex[event];
        builder.add(device, event);
    }
    for (auto& [key, device] : devices) {
        if (!builder.pairBlocks(device, stop)) {
            return nullptr;
        }
        addUsed(device, trace);
        result->devices_.push_back(std::move(device));
    }
    for (DeviceMemory& device : result->devices_) {
        addReserved(result->devices_, device, trace);
    }
    nameDevices(result->devices_, trace);
    return result;
}

std::vector<const MemoryBlock*> aliveAt(const DeviceMemory& device, TimeNs t) {
    std::vector<const MemoryBlock*> alive;
    for (const MemoryBlock& block : device.blocks) {
        const bool released = block.release != MemoryBlock::kNoEvent && block.life.end <= t;
        if (block.life.begin <= t && !released) {
            alive.push_back(&block);
        }
    }
    return alive;
}

std::int64_t unseenAt(const DeviceMemory& device, TimeNs t) {
    std::int64_t unseen = device.allocatedAt(t);
    for (const MemoryBlock* block : aliveAt(device, t)) {
        unseen -= block->bytes;
    }
    return unseen;
}

std::vector<StepGrowth> growthBySteps(const DeviceMemory& device, std::span<const Step> steps) {
    std::vector<StepGrowth> growth;
    for (const Step& step : steps) {
        const TimeNs from = growth.empty() ? step.range.begin : growth.back().to;
        growth.push_back({growth.size(), from, step.range.end,
                          device.allocatedAt(step.range.end) - device.allocatedAt(from)});
    }
    return growth;
}

std::vector<const MemoryBlock*> grownBetween(const DeviceMemory& device, TimeNs from, TimeNs to) {
    std::vector<const MemoryBlock*> grown;
    for (const MemoryBlock* block : aliveAt(device, to)) {
        if (block->allocation != MemoryBlock::kNoEvent && block->life.begin > from) {
            grown.push_back(block);
        }
    }
    return grown;
}

std::span<const Step> stepsOf(const OperatorData& data, const DeviceMemory& device) {
    const Trace& trace = data.forest->trace();
    return device.process.valid() ? data.steps.of(trace.processes()[device.process.value].rank)
                                  : data.steps.first();
}

EventSpan eventsOf(const DeviceMemory& device, const MemoryBlock& block) {
    const auto position = [&device](std::uint32_t event, std::size_t without) {
        return static_cast<std::uint32_t>(
            event == MemoryBlock::kNoEvent
                ? without
                : static_cast<std::size_t>(std::ranges::lower_bound(device.events, event) -
                                           device.events.begin()));
    };
    return {position(block.allocation, 0), position(block.release, device.events.size())};
}

} // namespace lanes
