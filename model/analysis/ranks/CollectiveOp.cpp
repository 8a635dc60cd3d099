#include "model/analysis/ranks/CollectiveOp.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>

namespace lanes {

CollectiveOp collectiveOpOf(std::string_view name) {
    using Op = CollectiveOp;
    // The first that the name holds, so those that hold others come first.
    static constexpr std::array<std::pair<std::string_view, Op>, 13> kOps{
        {{"allreduce", Op::AllReduce},
         {"allgather", Op::AllGather},
         {"reducescatter", Op::ReduceScatter},
         {"alltoall", Op::AllToAll},
         {"barrier", Op::Barrier},
         {"broadcast", Op::Broadcast},
         {"sendrecv", Op::SendRecv},
         {"reduce", Op::Reduce},
         {"gather", Op::Gather},
         {"scatter", Op::Scatter},
         {"bcast", Op::Broadcast},
         {"send", Op::SendRecv},
         {"recv", Op::SendRecv}}};
    std::string plain;
    for (const char c : name.substr(0, name.find('('))) {
        if (c != '_') {
            plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
    }
    const auto found =
        std::ranges::find_if(kOps, [&](const auto& op) { return plain.find(op.first) != std::string::npos; });
    return found == kOps.end() ? Op::Other : found->second;
}

bool awaitsEveryRank(CollectiveOp op) {
    return op == CollectiveOp::AllReduce || op == CollectiveOp::AllGather ||
           op == CollectiveOp::ReduceScatter || op == CollectiveOp::AllToAll || op == CollectiveOp::Barrier;
}

} // namespace lanes
