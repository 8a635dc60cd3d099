#include "model/trace/slices/AsyncRanges.h"

#include <algorithm>
#include <array>

namespace lanes {

namespace {

// The titles that torch's process groups give to what they queue.
bool isTitle(std::string_view name) {
    static constexpr std::array<std::string_view, 5> kGroups{"gloo:", "nccl:", "mpi:", "ucc:", "xccl:"};
    return std::ranges::any_of(kGroups, [name](std::string_view group) { return name.starts_with(group); });
}

} // namespace

bool isAsyncRange(EventKind kind, std::string_view name) {
    return mayBeAsync(kind) && isTitle(name);
}

AsyncRanges::AsyncRanges(const StringTable& names) {
    for (std::uint32_t i = 0; i < names.size(); ++i) {
        if (isTitle(names.view(StringId(i)))) {
            isAsync_.resize(names.size());
            isAsync_[i] = true;
        }
    }
}

} // namespace lanes
