// The structures that CUPTI passes to callbacks: their first fields, which have not changed since CUDA 11. A test
// compares them with the installed headers.
#pragma once

#include <cstdint>

namespace lanes::probe::cupti {

// CUpti_CallbackData.
struct CallData {
    std::uint32_t site; // kEnter, or after the call
    const char* function;
    const void* parameters;
    void* result;
    const char* kernel;
    void* context;
    std::uint32_t contextId;
    std::uint64_t* ours;
    std::uint32_t correlation;
};
constexpr std::uint32_t kEnter = 0;

// The parameters of cuLaunchKernel and cuLaunchKernelEx, for all kinds of default streams: the first fields, up to
// the last one that is read.
struct LaunchParameters {
    const void* function;
    std::uint32_t sizes[7];
    void* stream;
    void* const* values;
};
struct ExtendedLaunchParameters {
    const void* sizes;
    const void* function;
    void* const* values;
};

// The parameters of cudaMalloc and cuMemCreate: the first fields.
struct AllocationParameters {
    void* out;
    std::uint64_t bytes;
};

// CUpti_ResourceData.
struct ResourceData {
    void* context;
    void* handle;
    const void* descriptor; // GraphData, in callbacks of graphs
};

// CUpti_GraphData.
struct GraphData {
    void* graph;
    void* originalGraph;
    void* node;
    void* originalNode;
};

} // namespace lanes::probe::cupti
