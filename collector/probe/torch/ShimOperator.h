// The interface between the probe and the compiled fallback (shim/), which reports an operator through it. Both
// include this header, so it needs only the standard library. The operator's arguments are in the buffer that the
// probe returned before.
#pragma once

#include "collector/probe/torch/ArgumentBuffer.h"

#include <cstdint>

namespace lanes::probe {

struct ShimOperator {
    const void* record; // the at::RecordFunction
    const char* name;
    const char* overload; // "" without a schema
    std::uint64_t forwardThread;
    std::int64_t sequence;
    std::uint32_t scope;
    std::uint32_t hasSchema; // 1, or 0 for an operator with only a name
};

// The probe's functions, which outlive the shim.
struct ShimCalls {
    ArgumentBuffer* (*open)(); // empties and returns the calling thread's buffer; nullptr: record nothing
    void* (*begin)(const ShimOperator&); // returns the start callback's result, which end() gets as `mark`
    void (*end)(const void* record, void* mark);
};

} // namespace lanes::probe
