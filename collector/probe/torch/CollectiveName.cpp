#include "collector/probe/torch/CollectiveName.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace lanes::probe {

namespace {

constexpr std::size_t kMaxBytes = 64; // of a name that is worth a look

CollectiveRole roleOf(std::string_view name) {
    if (name.starts_with("c10d::")) {
        return CollectiveRole::Call;
    }
    if (name.starts_with("gloo:") || name.starts_with("mpi:") || name.starts_with("ucc:")) {
        return CollectiveRole::Range;
    }
    return name == "record_param_comms" ? CollectiveRole::Parameters : CollectiveRole::None;
}

} // namespace

CollectiveName readCollectiveName(std::string_view name) {
    const CollectiveRole role = roleOf(name);
    return role == CollectiveRole::None
               ? CollectiveName{}
               : CollectiveName{role, collectiveKindOf(name.substr(name.rfind(':') + 1))};
}

CollectiveKind collectiveKindOf(std::string_view name) {
    using Kind = CollectiveKind;
    // The first that the name holds, so those that hold others come first.
    static constexpr std::array<std::pair<std::string_view, Kind>, 11> kKinds{
        {{"allreduce", Kind::AllReduce},
         {"allgather", Kind::AllGather},
         {"reducescatter", Kind::ReduceScatter},
         {"alltoall", Kind::AllToAll},
         {"barrier", Kind::Barrier},
         {"broadcast", Kind::Broadcast},
         {"reduce", Kind::Reduce},
         {"gather", Kind::Gather},
         {"scatter", Kind::Scatter},
         {"send", Kind::Send},
         {"recv", Kind::Receive}}};
    std::array<char, kMaxBytes> plain{};
    std::size_t length = 0;
    for (const char c : name.substr(0, kMaxBytes)) {
        if (c != '_') {
            plain[length++] = c;
        }
    }
    const std::string_view text(plain.data(), length);
    const auto found = std::ranges::find_if(
        kKinds, [&](const auto& kind) { return text.find(kind.first) != std::string_view::npos; });
    return found == kKinds.end() ? Kind::Other : found->second;
}

} // namespace lanes::probe
