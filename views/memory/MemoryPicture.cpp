#include "views/memory/MemoryPicture.h"

#include "model/analysis/operators/OperatorCost.h"
#include "model/analysis/operators/Shapes.h"
#include "views/shared/FrameText.h"
#include "views/shared/Theme.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

namespace lanes {
namespace {

constexpr std::size_t kBlocksShown = 400;
constexpr std::size_t kBlocksListed = 10;

void addColumns(MemoryPicture& picture, const DeviceMemory& device, const TimeScale& scale) {
    std::size_t next = device.at(picture.range.begin).value_or(0);
    const bool before = device.at(picture.range.begin).has_value();
    MemoryPicture::Column last;
    last.allocated = device.allocatedAt(picture.range.begin);
    last.reserved = before ? device.reserved[next] : -1;
    next = before ? next + 1 : 0;
    for (int x = 0; x < scale.width(); ++x) {
        MemoryPicture::Column column = last;
        for (const TimeNs end = scale.toTime(x + 1); next < device.time.size() && device.time[next] < end;
             ++next) {
            last = {device.allocated[next], device.reserved[next]};
            column.allocated = std::max(column.allocated, last.allocated);
            column.reserved = std::max(column.reserved, last.reserved);
            if (last.allocated > picture.peak) {
                picture.peak = last.allocated;
                picture.peakTime = device.time[next];
            }
        }
        picture.most = std::max({picture.most, column.allocated, column.reserved});
        picture.reservedKnown = picture.reservedKnown || column.reserved > 0;
        picture.columns.push_back(column);
    }
}

// Where a block finds room above those that live at the same time: first fit, so that long lives lie below.
std::int64_t freeOffset(const std::vector<MemoryPicture::Block>& placed, const MemoryBlock& block) {
    std::vector<std::pair<std::int64_t, std::int64_t>> taken;
    for (const MemoryPicture::Block& other : placed) {
        if (other.block->life.overlaps(block.life)) {
            taken.emplace_back(other.offset, other.offset + other.block->bytes);
        }
    }
    std::ranges::sort(taken);
    std::int64_t offset = 0;
    for (const auto& [begin, end] : taken) {
        if (offset + block.bytes <= begin) {
            break;
        }
        offset = std::max(offset, end);
    }
    return offset;
}

// The colour of the work that an operator stands for.
Hue hueOfOwner(std::string_view name) {
    const Hue hue = hueOf(EventKind::Kernel, name);
    if (hue != Hue::Other) {
        return hue;
    }
    switch (costFormula(name).rule) {
    case CostRule::Product:
    case CostRule::Convolution:
    case CostRule::ConvolutionBackward:
        return Hue::Gemm;
    case CostRule::Attention:
    case CostRule::AttentionBackward:
        return Hue::Attention;
    case CostRule::Reduction:
        return Hue::Norm;
    case CostRule::Copy:
        return Hue::Copy;
    case CostRule::Elementwise:
    case CostRule::None:
        break;
    }
    return Hue::Elementwise;
}

void addBlocks(MemoryPicture& picture, const OperatorForest& forest, const DeviceMemory& device) {
    std::vector<const MemoryBlock*> shown;
    for (const MemoryBlock& block : device.blocks) {
        const bool seen = block.allocation != MemoryBlock::kNoEvent;
        if (seen && block.bytes > 0 && block.life.overlaps(picture.range)) {
            shown.push_back(&block);
        }
    }
    if (shown.size() > kBlocksShown) {
        std::ranges::nth_element(shown, shown.begin() + kBlocksShown, std::ranges::greater{},
                                 &MemoryBlock::bytes);
        picture.leftOut = shown.size() - kBlocksShown;
        shown.resize(kBlocksShown);
    }
    std::ranges::sort(shown, {},
                      [](const MemoryBlock* block) { return std::pair(block->life.begin, -block->bytes); });
    for (const MemoryBlock* block : shown) {
        MemoryPicture::Block placed{block, freeOffset(picture.blocks, *block)};
        if (const std::uint32_t op = ownerOf(forest, *block); op != OperatorForest::kNone) {
            const std::string_view name = forest.trace().text(forest.trace().slice(forest.slice(op)).name);
            placed.hue = hueOfOwner(name);
            placed.shade = shadeOf(name);
        }
        picture.stacked = std::max(picture.stacked, placed.offset + block->bytes);
        picture.blocks.push_back(placed);
    }
}

std::string groupName(const OperatorData& data, const MemoryBlock& block, MemoryGroup group) {
    if (group == MemoryGroup::Category) {
        return std::string(memoryCategoryName(block.category));
    }
    const std::uint32_t op = ownerOf(*data.forest, block);
    if (op == OperatorForest::kNone) {
        return {};
    }
    const Trace& trace = data.forest->trace();
    if (group == MemoryGroup::Operator) {
        return std::string(trace.text(trace.slice(data.forest->slice(op)).name));
    }
    if (group == MemoryGroup::Shapes) {
        const StringId dims = data.signatures->dimsOf(op);
        if (!dims.valid()) {
            return {};
        }
        const std::string shapes = formatShapes(parseInputDims(trace.text(dims)), "\u00d7");
        return shapes.empty() ? QCoreApplication::translate("MemoryView", "scalars only").toStdString()
                              : shapes;
    }
    const std::uint32_t node = data.context->nodeOf(op);
    if (node == CallContext::kNone) {
        return {};
    }
    if (group == MemoryGroup::Module) {
        return std::string(data.context->moduleOf(node));
    }
    for (const std::string_view frame : data.context->frames(node)) {
        const FrameText text = frameText(frame);
        if (!text.library && !text.module) {
            return (text.function + QStringLiteral("  ") + text.place).toStdString();
        }
    }
    return {};
}

} // namespace

std::uint32_t ownerOf(const OperatorForest& forest, const MemoryBlock& block) {
    const Trace& trace = forest.trace();
    std::uint32_t op = block.op;
    while (op != OperatorForest::kNone && forest.parent(op) != OperatorForest::kNone &&
           trace.text(trace.slice(forest.slice(op)).name).starts_with("aten::empty")) {
        op = forest.parent(op);
    }
    return op;
}

MemoryPicture memoryPicture(const OperatorData& data, const DeviceMemory& device, TimeRange range,
                            int width) {
    MemoryPicture picture;
    picture.range = range;
    addColumns(picture, device, TimeScale(range, std::max(width, 1)));
    addBlocks(picture, *data.forest, device);
    return picture;
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
    std::vector<const MemoryBlock*> alive =
        since ? grownBetween(device, std::min(*since, time), std::max(*since, time)) : aliveAt(device, time);
    moment.alive = alive.size();
    std::map<std::string, MemoryMoment::Group> groups;
    for (const MemoryBlock* block : alive) {
        std::string name = groupName(data, *block, group);
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
