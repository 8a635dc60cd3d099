// Reads the collective of torch.distributed from the name of an operator or a range.
#pragma once

#include <cstdint>
#include <string_view>

namespace lanes::probe {

// The way in which torch reports a collective: the program's call ("c10d::allreduce_"), its execution on the host
// ("gloo:all_reduce"), or its parameters ("record_param_comms", around NCCL's launches).
enum class CollectiveRole : std::uint8_t { None, Call, Range, Parameters };

enum class CollectiveKind : std::uint8_t {
    Other,
    AllReduce,
    AllGather,
    ReduceScatter,
    AllToAll,
    Barrier,
    Broadcast,
    Reduce,
    Gather,
    Scatter,
    Send,
    Receive,
};

struct CollectiveName {
    CollectiveRole role = CollectiveRole::None;
    CollectiveKind kind = CollectiveKind::Other;
};

// O(length).
[[nodiscard]] CollectiveName readCollectiveName(std::string_view name);
// The kind alone, in any spelling: "_allgather_base", "all_gather".
[[nodiscard]] CollectiveKind collectiveKindOf(std::string_view name);
[[nodiscard]] constexpr bool isBetweenTwo(CollectiveKind kind) {
    return kind == CollectiveKind::Send || kind == CollectiveKind::Receive;
}

// The note that DefinitionTable keeps; 0 for a name of no collective.
[[nodiscard]] constexpr std::uint32_t noteOf(CollectiveName name) {
    return static_cast<std::uint32_t>(name.role) | static_cast<std::uint32_t>(name.kind) << 8;
}
[[nodiscard]] constexpr CollectiveName collectiveNameOf(std::uint32_t note) {
    return {static_cast<CollectiveRole>(note & 0xff), static_cast<CollectiveKind>(note >> 8 & 0xff)};
}

} // namespace lanes::probe
