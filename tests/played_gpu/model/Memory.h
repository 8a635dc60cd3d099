// The memory of the played devices: pages of the host, so that copies and fills are real. Any thread; has a lock of its own.
#pragma once

#include "tests/played_gpu/model/Work.h"

#include <array>
#include <map>
#include <mutex>

namespace played {

constexpr int kMostDevices = 8;

struct Block {
    uintptr_t base = 0;
    size_t bytes = 0; // 0: none of ours
    MemoryKind kind = MemoryKind::Pageable;
    int device = 0;
    uintptr_t pool = 0; // that it is of
};

class Memory {
public:
    // Null if the device has no more, or the host.
    void* allocate(size_t bytes, MemoryKind kind, int device, uintptr_t pool = 0);
    // The block that was there; without bytes if none begins there.
    Block release(void* at);

    // Memory of the program that it registers, and variables of its kernels: known here, owned there.
    bool adopt(void* at, size_t bytes, MemoryKind kind, int device);
    bool abandon(void* at);

    Block blockOf(const void* at) const;
    size_t used(int device) const; // bytes, with what a context takes
    static size_t total();

private:
    mutable std::mutex mutex_;
    std::map<uintptr_t, Block> blocks_;
    std::array<size_t, kMostDevices> used_{};
};

} // namespace played
