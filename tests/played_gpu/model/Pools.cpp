#include "tests/played_gpu/model/Pools.h"

#include <algorithm>

namespace played {

namespace {

constexpr size_t kUnit = size_t(2) << 20; // pools grow by so much
constexpr uintptr_t kBetweenPools = 0x10000;

} // namespace

Pool& Pools::made(int device) {
    Pool& pool = pools_[next_];
    pool.address = next_;
    pool.device = device;
    next_ += kBetweenPools;
    return pool;
}

Pool Pools::create(int device) {
    const std::lock_guard lock(mutex_);
    return made(device);
}

Pool Pools::ofDevice(int device) {
    const std::lock_guard lock(mutex_);
    uintptr_t& own = own_[device];
    if (own == 0) {
        own = made(device).address;
    }
    return pools_[own];
}

Pool Pools::destroy(uintptr_t address) {
    const std::lock_guard lock(mutex_);
    const auto it = pools_.find(address);
    const bool own =
        std::any_of(own_.begin(), own_.end(), [&](const auto& device) { return device.second == address; });
    if (it == pools_.end() || own) {
        return {};
    }
    const Pool pool = it->second;
    pools_.erase(it);
    return pool;
}

Pool Pools::trim(uintptr_t address, size_t kept) {
    const std::lock_guard lock(mutex_);
    const auto it = pools_.find(address);
    if (it == pools_.end()) {
        return {};
    }
    it->second.kept = kept;
    it->second.bytes = std::min(it->second.bytes, std::max(it->second.used, kept));
    return it->second;
}

Pool Pools::take(uintptr_t address, size_t bytes) {
    const std::lock_guard lock(mutex_);
    const auto it = pools_.find(address);
    if (it == pools_.end()) {
        return {};
    }
    Pool& pool = it->second;
    pool.used += bytes;
    pool.bytes = std::max(pool.bytes, (pool.used + kUnit - 1) / kUnit * kUnit);
    return pool;
}

Pool Pools::giveBack(uintptr_t address, size_t bytes) {
    const std::lock_guard lock(mutex_);
    const auto it = pools_.find(address);
    if (it == pools_.end()) {
        return {};
    }
    it->second.used -= std::min(it->second.used, bytes);
    return it->second;
}

} // namespace played
