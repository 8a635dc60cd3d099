// The memory allocated and freed while each operator ran.
#pragma once

#include "model/analysis/operators/OperatorForest.h"
#include "model/base/HugeVector.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

namespace lanes {

// Counts every allocation and free from the operator's start to its end, both included. As in torch, they count on any
// device and by any thread of its process. Immutable; any thread. 16 bytes per operator, 4 per memory event; nothing
// without memory events.
class OperatorMemory {
public:
    // Nothing if asked to stop. O(operators x log + memory events x depth).
    static std::shared_ptr<const OperatorMemory> build(const OperatorForest& forest,
                                                       const std::stop_token& stop = {});

    [[nodiscard]] bool empty() const { return sums_.empty(); } // no memory events
    [[nodiscard]] std::int64_t allocated(std::uint32_t op) const {
        return sums_.empty() ? 0 : sums_[op].allocated;
    }
    [[nodiscard]] std::int64_t freed(std::uint32_t op) const { return sums_.empty() ? 0 : sums_[op].freed; }
    // The innermost operator or range that was open on the thread of memory event `event`; OperatorForest::kNone: none.
    [[nodiscard]] std::uint32_t allocator(std::uint32_t event) const { return allocators_[event]; }

private:
    struct Sums {
        std::int64_t allocated = 0;
        std::int64_t freed = 0;
    };
    UnwrittenVector<Sums> sums_;
    std::vector<std::uint32_t> allocators_;
};

} // namespace lanes
