// Records operators that torch.profiler has seen; lanescope_probe/profiler_cycles.py passes them in.
#pragma once

#include <cstdint>

namespace lanes::probe {

// Mirrored by native.py. The pointers belong to the caller.
struct WholeOperator {
    const char* name;
    const std::uint64_t* image; // ring/ArgumentImage.h
    const std::uint64_t* scalars;
    std::uint64_t beginTicks;
    std::uint64_t endTicks;
    std::uint64_t forwardThread;
    std::int64_t sequence;
    std::uint32_t thread; // kernel's id
    std::uint32_t scope;
    std::uint32_t words; // of the image, fewer than ring::kMaxImageWords
    std::uint32_t scalarCount;
};

// Writes them into the calling thread's ring. They come in bursts, so the recorder gets a moment to make room.
// Records that still do not fit are counted as lost.
void recordWhole(const WholeOperator* operators, std::uint32_t count);

} // namespace lanes::probe
