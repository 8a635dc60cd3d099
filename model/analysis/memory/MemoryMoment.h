// What is alive on a device at a moment, or what has grown since an earlier one, in groups.
#pragma once

#include "model/analysis/memory/MemoryHistory.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

// By what blocks are gathered: the operator they are charged to, what they hold, the innermost line of the program's own
// Python, the innermost module, the shapes of the operator's inputs.
enum class MemoryGroup : std::uint8_t { Operator, Category, Place, Module, Shapes };
inline constexpr int kMemoryGroups = 5;
[[nodiscard]] std::string_view memoryGroupName(MemoryGroup group); // "operator"

// Of an operator's shapes, where it has no tensors among its inputs.
inline constexpr std::string_view kScalarsOnly = "scalars only";

struct MemoryMoment {
    struct Group {
        std::string name; // empty: not known; kScalarsOnly
        std::int64_t bytes = 0;
        std::int64_t blocks = 0;
    };
    TimeNs time = 0;
    std::optional<TimeNs> since; // only what was allocated after it
    std::int64_t allocated = 0;
    std::int64_t reserved = -1;
    std::int64_t used = -1;                  // of the whole device; -1 not known
    std::int64_t outside = -1;               // of that, outside of PyTorch; -1 not known
    std::int64_t before = 0;                 // allocated when the recording began, as far as still there
    std::vector<Group> groups;               // largest first
    std::vector<const MemoryBlock*> largest; // of the history
    std::size_t alive = 0;
};

// O(blocks log blocks); any thread.
[[nodiscard]] MemoryMoment memoryMoment(const OperatorData& data, const DeviceMemory& device, TimeNs time,
                                        std::optional<TimeNs> since, MemoryGroup group);

// What a block is gathered under; empty: not known.
[[nodiscard]] std::string groupNameOf(const OperatorData& data, const MemoryBlock& block, MemoryGroup group);

// Of a block without an operator, the innermost own line of the stack that its allocation carries, else its innermost line:
// "forward  train.py:27". Empty without a stack.
[[nodiscard]] std::string placeOfAllocation(const Trace& trace, const MemoryBlock& block);

// The operator that a block is charged to: not the bare allocation inside it. kNone where not known.
[[nodiscard]] std::uint32_t ownerOf(const OperatorForest& forest, const MemoryBlock& block);

} // namespace lanes
