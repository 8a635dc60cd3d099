// Ranges that do not show what their thread did. torch.distributed opens such a range when it queues a collective, and
// closes it when the collective is done, on any thread. As in torch's own tables they have no self time and no parent.
#pragma once

#include "model/base/Ids.h"
#include "model/trace/Category.h"
#include "model/trace/tables/StringTable.h"

#include <string_view>
#include <vector>

namespace lanes {

// Kinds that such a range may have.
[[nodiscard]] constexpr bool mayBeAsync(EventKind kind) {
    return kind == EventKind::Operator || kind == EventKind::UserRange || kind == EventKind::Communication;
}
// True for "gloo:all_reduce", "nccl:broadcast" and the like on the host.
[[nodiscard]] bool isAsyncRange(EventKind kind, std::string_view name);

// isAsyncRange() for the names of one table, each checked once. Immutable; any thread.
class AsyncRanges {
public:
    explicit AsyncRanges(const StringTable& names); // O(names)

    [[nodiscard]] bool any() const { return !isAsync_.empty(); }
    [[nodiscard]] bool has(EventKind kind, StringId name) const {
        return name.value < isAsync_.size() && isAsync_[name.value] && mayBeAsync(kind);
    }

private:
    std::vector<bool> isAsync_; // by name; empty if none is
};

} // namespace lanes
