#include "model/analysis/memory/MemoryMoment.h"

#include "model/analysis/operators/Frames.h"
#include "model/analysis/operators/OwnFrame.h"
#include "model/analysis/operators/PythonFrames.h"
#include "model/analysis/operators/Shapes.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace lanes {
namespace {

constexpr std::size_t kBlocksListed = 10;

// "forward  train.py:27".
std::string placeIn(std::string_view line) {
    const PythonFrame frame = parseFrame(line);
    return frame.function + "  " + placeOf(frame);
}

// Empty where only torch's own code is known.
std::string innermostOwnLine(const CallContext& context, std::uint32_t node) {
    for (const std::string_view text : context.frames(node)) {
        if (isOwnFrame(text)) {
            return placeIn(text);
        }
    }
    return {};
}

} // namespace

std::string_view memoryGroupName(MemoryGroup group) {
    static constexpr std::array<std::string_view, kMemoryGroups> kNames{"operator", "category", "place",
                                                                        "module", "shapes"};
    return kNames[static_cast<std::size_t>(group)];
}

std::string groupNameOf(const OperatorData& data, const MemoryBlock& block, MemoryGroup group) {
    if (group == MemoryGroup::Category) {
        return std::string(memoryCategoryName(block.category));
    }
    const std::uint32_t op = ownerOf(*data.forest, block);
    const Trace& trace = data.forest->trace();
    if (op == OperatorForest::kNone) {
        return group == MemoryGroup::Place ? placeOfAllocation(trace, block) : std::string();
    }
    if (group == MemoryGroup::Operator) {
        return std::string(trace.text(trace.slice(data.forest->slice(op)).name));
    }
    if (group == MemoryGroup::Shapes) {
        const StringId dims = data.signatures->dimsOf(op);
        if (!dims.valid()) {
            return {};
        }
        const std::string shapes = formatShapes(parseInputDims(trace.text(dims)), "\u00d7");
        return shapes.empty() ? std::string(kScalarsOnly) : shapes;
    }
    const std::uint32_t node = data.context->nodeOf(op);
    if (node == CallContext::kNone) {
        return {};
    }
    if (group == MemoryGroup::Module) {
        return std::string(data.context->moduleOf(node));
    }
    return innermostOwnLine(*data.context, node);
}

std::string placeOfAllocation(const Trace& trace, const MemoryBlock& block) {
    const StackId stack =
        block.allocation == MemoryBlock::kNoEvent ? StackId() : trace.memory().stack[block.allocation];
    if (!trace.stacks().has(stack)) {
        return {};
    }
    const std::vector<Frame> frames = trace.stacks().frames(stack);
    for (const Frame& frame : frames) {
        if (const std::string line = textOfFrame(trace, frame); isOwnFrame(line)) {
            return placeIn(line);
        }
    }
    return placeIn(textOfFrame(trace, frames.front()));
}

std::uint32_t ownerOf(const OperatorForest& forest, const MemoryBlock& block) {
    constexpr int kMostNested = 8; // torch nests three at most
    const Trace& trace = forest.trace();
    std::uint32_t op = block.op;
    for (int i = 0;
         i < kMostNested && op != OperatorForest::kNone && forest.parent(op) != OperatorForest::kNone &&
         trace.text(trace.slice(forest.slice(op)).name).starts_with("aten::empty");
         ++i) {
        op = forest.parent(op);
    }
    return op;
}

MemoryMoment memoryMoment(const OperatorData& data, const DeviceMemory& device, TimeNs time,
                          std::optional<TimeNs> since, MemoryGroup group) {
    MemoryMoment moment;
    moment.time = time;
    moment.since = since;
    moment.allocated = device.allocatedAt(time);
    if (const std::optional<std::size_t> at = device.at(time)) {
        moment.reserved = device.reserved[*at];
    }
    moment.used = device.usedAt(time);
    moment.outside = device.outsideAt(time);
    std::vector<const MemoryBlock*> alive =
        since ? grownBetween(device, std::min(*since, time), std::max(*since, time)) : aliveAt(device, time);
    moment.alive = alive.size();
    std::map<std::string, MemoryMoment::Group> groups;
    for (const MemoryBlock* block : alive) {
        std::string name = groupNameOf(data, *block, group);
        MemoryMoment::Group& into = groups[name];
        into.name = std::move(name);
        into.bytes += block->bytes;
        ++into.blocks;
    }
    for (auto& [name, entry] : groups) {
        moment.groups.push_back(std::move(entry));
    }
    moment.before = since ? 0 : std::max<std::int64_t>(unseenAt(device, time), 0);
    std::ranges::stable_sort(moment.groups, std::ranges::greater{}, &MemoryMoment::Group::bytes);
    std::ranges::stable_sort(alive, std::ranges::greater{}, &MemoryBlock::bytes);
    alive.resize(std::min(alive.size(), kBlocksListed));
    moment.largest = std::move(alive);
    return moment;
}

} // namespace lanes
