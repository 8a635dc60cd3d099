// What CUPTI hands to callbacks: the beginnings of its structures, which have not changed since CUDA 11. A test compares them
// with the headers that are there.
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

// Parameters of cuLaunchKernel and cuLaunchKernelEx, of all kinds of default streams: their beginnings, up to what is read.
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

// Parameters of cudaMalloc and cuMemCreate: their beginnings.
struct AllocationParameters {
    void* out;
    std::uint64_t bytes;
};

// CUpti_ResourceData.
struct ResourceData {
    void* context;
    void* handle;
    const void* descriptor; // of graphs: GraphData
};

// CUpti_GraphData.
struct GraphData {
    void* graph;
    void* originalGraph;
    void* node;
    void* originalNode;
};

} // namespace lanes::probe::cupti
