// Groups of the blocks that are alive on a device at a moment, or that were allocated since an earlier one.
#pragma once

#include "model/analysis/memory/MemoryHistory.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

// The key of the groups. Operator: the operator that a block is charged to. Category: its content. Place: the innermost
// line of the program's own Python. Module: the innermost module. Shapes: the shapes of the operator's inputs.
enum class MemoryGroup : std::uint8_t { Operator, Category, Place, Module, Shapes };
inline constexpr int kMemoryGroups = 5;
[[nodiscard]] std::string_view memoryGroupName(MemoryGroup group); // "operator"

// Name of the group of operators without tensors among their inputs, by shapes.
inline constexpr std::string_view kScalarsOnly = "scalars only";

struct MemoryMoment {
    struct Group {
        std::string name; // empty: not known; may be kScalarsOnly
        std::int64_t bytes = 0;
        std::int64_t blocks = 0;
    };
    TimeNs time = 0;
    std::optional<TimeNs> since; // counts only blocks allocated after it
    std::int64_t allocated = 0;
    std::int64_t reserved = -1;
    std::int64_t used = -1;                  // by the whole device; -1 not known
    std::int64_t outside = -1;               // part of `used` outside of PyTorch; -1 not known
    std::int64_t before = 0;                 // allocated before the recording began, and still there
    std::vector<Group> groups;               // largest first
    std::vector<const MemoryBlock*> largest; // point into the history
    std::size_t alive = 0;
};

// O(blocks log blocks); any thread.
[[nodiscard]] MemoryMoment memoryMoment(const OperatorData& data, const DeviceMemory& device, TimeNs time,
                                        std::optional<TimeNs> since, MemoryGroup group);

// The name of a block's group; empty: not known.
[[nodiscard]] std::string groupNameOf(const OperatorData& data, const MemoryBlock& block, MemoryGroup group);

// The innermost own line, else the innermost line, of the stack that a block's allocation carries: "forward
// train.py:27". For blocks without an operator. Empty without a stack.
[[nodiscard]] std::string placeOfAllocation(const Trace& trace, const MemoryBlock& block);

// The operator that a block is charged to, rather than the bare allocation inside it. kNone if not known.
[[nodiscard]] std::uint32_t ownerOf(const OperatorForest& forest, const MemoryBlock& block);

} // namespace lanes
