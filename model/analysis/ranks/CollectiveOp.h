// The operation of a collective, recognised by its name: libraries and versions of torch spell names differently.
#pragma once

#include <cstdint>
#include <string_view>

namespace lanes {

enum class CollectiveOp : std::uint8_t {
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
    SendRecv,
};

// The operation of "ncclDevKernel_AllReduce_Sum_f32_RING_LL(...)", "gloo:all_reduce", "_allgather_base" and so on.
// O(length).
[[nodiscard]] CollectiveOp collectiveOpOf(std::string_view name);
// True if no rank can end it before the last one has entered it, because every rank needs data of all others. In a
// broadcast, for example, the root may leave much earlier.
[[nodiscard]] bool awaitsEveryRank(CollectiveOp op);

} // namespace lanes
