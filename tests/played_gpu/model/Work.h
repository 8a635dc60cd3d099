// One piece of work of the device: what it is, and when the model lets it run.
#pragma once

#include "tests/played_gpu/model/Clock.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace played {

// Numbered as CUPTI numbers kinds of memory.
enum class MemoryKind : uint8_t { Unknown = 0, Pageable = 1, Pinned = 2, Device = 3, Managed = 5 };

struct Work {
    enum class Kind : uint8_t { Empty, Kernel, Copy, Fill, Host };

    Kind kind = Kind::Empty;
    const char* name = nullptr; // of a kernel, mangled; lives as long as the process
    std::array<uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1}, cluster{0, 0, 0};
    uint32_t dynamicShared = 0; // bytes
    uint64_t bytes = 0;         // of a copy or fill
    MemoryKind from = MemoryKind::Unknown, to = MemoryKind::Unknown;
    uint32_t fromDevice = 0, toDevice = 0; // of a copy
    uint32_t value = 0;                    // of a fill
    bool asynchronous = true;
    ns takes = 0; // if the caller knows; 0: the model says
    // What the host's memory must see; runs at the launch, kept for replays of a graph.
    std::function<void()> effect;

    // What the model fills in.
    uint32_t device = 0, stream = 0, correlation = 0, graph = 0;
    uint64_t node = 0;
    ns queued = 0, start = 0, end = 0;

    bool betweenDevices() const {
        return from == MemoryKind::Device && to == MemoryKind::Device && fromDevice != toDevice;
    }
};

} // namespace played
