// The effects of calls into the device's API on its memory, for the details of these calls: memory that was allocated
// or freed, and its pool.
#pragma once

#include "collector/ring/DeviceRecords.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>

namespace lanes::recorder {

struct MemoryOfCall {
    std::optional<ring::ApiMemory> memory;
    std::optional<ring::PoolChange> pool;
};

// One process, one thread. By correlation; at least the newest kMost are kept.
class CallMemory {
public:
    static constexpr std::size_t kMost = 1u << 14;

    void add(const ring::ApiMemory& memory) { at(memory.header.key).memory = memory; }
    void add(const ring::PoolChange& pool) { at(pool.header.key).pool = pool; }
    // Returns null if the call did nothing to memory. O(1).
    [[nodiscard]] const MemoryOfCall* find(std::uint32_t correlation) const {
        for (const auto* calls : {&calls_, &older_}) {
            if (const auto found = calls->find(correlation); found != calls->end()) {
                return &found->second;
            }
        }
        return nullptr;
    }

private:
    MemoryOfCall& at(std::uint32_t correlation) {
        if (calls_.size() >= kMost && !calls_.contains(correlation)) {
            older_ = std::exchange(calls_, {});
        }
        return calls_[correlation];
    }

    std::unordered_map<std::uint32_t, MemoryOfCall> calls_;
    std::unordered_map<std::uint32_t, MemoryOfCall> older_; // the generation before
};

} // namespace lanes::recorder
