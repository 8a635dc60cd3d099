// What the compiled fallback (shim/) tells of an operator, and how. Shared with it, so it needs nothing but the standard
// library; its arguments are in the buffer that the probe gave before.
#pragma once

#include "collector/probe/torch/ArgumentBuffer.h"

#include <cstdint>

namespace lanes::probe {

struct ShimOperator {
    const void* record; // the at::RecordFunction
    const char* name;
    const char* overload; // "" for what has no schema
    std::uint64_t forwardThread;
    std::int64_t sequence;
    std::uint32_t scope;
    std::uint32_t hasSchema; // 1, or 0 for what is only a text
};

// The probe's functions, which outlive the shim.
struct ShimCalls {
    ArgumentBuffer* (*open)(); // the calling thread's buffer, emptied; nullptr if nothing is to be recorded
    void* (*begin)(const ShimOperator&); // what the start callback hands to torch, and end() gets back
    void (*end)(const void* record, void* mark);
};

} // namespace lanes::probe
