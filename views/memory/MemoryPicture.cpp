#include "views/memory/MemoryPicture.h"

#include "model/analysis/memory/MemoryMoment.h"
#include "model/analysis/operators/OperatorCost.h"
#include "views/shared/look/Theme.h"

#include <algorithm>

namespace lanes {
namespace {

constexpr std::size_t kBlocksShown = 400;

void addColumns(MemoryPicture& picture, const DeviceMemory& device, const TimeScale& scale) {
    std::size_t next = device.at(picture.range.begin).value_or(0);
    const bool before = device.at(picture.range.begin).has_value();
    MemoryPicture::Column last;
    last.allocated = device.allocatedAt(picture.range.begin);
    last.reserved = before ? device.reserved[next] : -1;
    picture.peak = last.allocated; // unless there is more in it
    picture.peakTime = picture.range.begin;
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

// Samples, each of which holds until the next one.
void addOutside(MemoryPicture& picture, const DeviceMemory& device, const TimeScale& scale) {
    constexpr std::int64_t kTimesOwn = 2; // else what others hold would press the program's own curves flat
    std::int64_t last = device.outsideAt(picture.range.begin);
    auto next = static_cast<std::size_t>(std::ranges::upper_bound(device.usedTime, picture.range.begin) -
                                         device.usedTime.begin());
    for (std::size_t x = 0; x < picture.columns.size(); ++x) {
        std::int64_t most = last;
        for (const TimeNs end = scale.toTime(static_cast<double>(x + 1));
             next < device.usedTime.size() && device.usedTime[next] < end; ++next) {
            last = device.outside(next);
            most = std::max(most, last);
        }
        picture.columns[x].outside = most;
        picture.mostOutside = std::max(picture.mostOutside, most);
    }
    if (picture.mostOutside <= picture.most * kTimesOwn) {
        picture.most = std::max(picture.most, picture.mostOutside);
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

} // namespace

MemoryPicture memoryPicture(const OperatorData& data, const DeviceMemory& device, TimeRange range,
                            int width) {
    MemoryPicture picture;
    picture.range = range;
    const TimeScale scale(range, std::max(width, 1));
    addColumns(picture, device, scale);
    addOutside(picture, device, scale);
    addBlocks(picture, *data.forest, device);
    return picture;
}

std::vector<std::int64_t> memoryColumns(const DeviceMemory& device, const std::vector<std::int64_t>& values,
                                        TimeRange range, int width) {
    const TimeScale scale(range, std::max(width, 1));
    const std::optional<std::size_t> before = device.at(range.begin);
    std::int64_t last = before ? values[*before] : device.allocatedAtBegin;
    std::size_t next = before ? *before + 1 : 0;
    std::vector<std::int64_t> columns;
    for (int x = 0; x < scale.width(); ++x) {
        std::int64_t most = last;
        for (const TimeNs end = scale.toTime(x + 1); next < device.time.size() && device.time[next] < end;
             ++next) {
            last = values[next];
            most = std::max(most, last);
        }
        columns.push_back(most);
    }
    return columns;
}

} // namespace lanes
