// Which collective a name means: libraries, torch and its versions write the same one differently.
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

// Of "ncclDevKernel_AllReduce_Sum_f32_RING_LL(...)", "gloo:all_reduce", "_allgather_base" and so on. O(length).
[[nodiscard]] CollectiveOp collectiveOpOf(std::string_view name);
// "all_reduce"
[[nodiscard]] std::string_view collectiveOpKey(CollectiveOp op);
// Whether none of its ranks can end it before the last one has entered it: every rank needs data of all others. The root
// of a broadcast, say, may have left long before.
[[nodiscard]] bool awaitsEveryRank(CollectiveOp op);

} // namespace lanes
