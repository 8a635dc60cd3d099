// Launches, events, captures and graphs of the runtime, and what the compiler's host code calls.
#include "tests/played_gpu/facades/cudart.h"

#include <algorithm>
#include <vector>

#define PLAYED_EXPORT extern "C" __attribute__((visibility("default")))

namespace played {

namespace {

constexpr uint64_t kMostThreads = 1024; // of a block

std::array<uint32_t, 3> sizes(dim3 all) {
    return {all.x, all.y, all.z};
}

Work kernel(const char* name, dim3 grid, dim3 block, size_t shared) {
    Work work{.kind = Work::Kind::Kernel, .name = name, .grid = sizes(grid), .block = sizes(block)};
    work.dynamicShared = uint32_t(shared);
    return work;
}

struct Configuration {
    dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
};

thread_local std::vector<Configuration> configurations;

} // namespace

cudaError_t launch(const void* host, dim3 grid, dim3 block, size_t shared, cudaStream_t stream,
                   dim3 cluster) {
    const char* name = kernelName(host);
    if (name == nullptr) {
        return cudaErrorInvalidDeviceFunction;
    }
    const uint64_t threads = uint64_t(block.x) * block.y * block.z;
    if (grid.x == 0 || grid.y == 0 || grid.z == 0 || threads == 0 || threads > kMostThreads) {
        return cudaErrorInvalidConfiguration;
    }
    Work work = kernel(name, grid, block, shared);
    work.cluster = sizes(cluster);
    gpu().enqueue(std::move(work), streamOf(stream));
    return cudaSuccess;
}

cudaError_t launchExtended(const cudaLaunchConfig_t* config, const void* host) {
    dim3 cluster(0, 0, 0);
    for (unsigned i = 0; i < config->numAttrs; i++) {
        if (config->attrs[i].id == cudaLaunchAttributeClusterDimension) {
            const auto& size = config->attrs[i].val.clusterDim;
            cluster = dim3(size.x, size.y, size.z);
        }
    }
    return launch(host, config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream, cluster);
}

cudaError_t launchHost(cudaStream_t stream, cudaHostFn_t function, void* data) {
    Work work{.kind = Work::Kind::Host};
    work.effect = [=] { function(data); };
    gpu().enqueue(std::move(work), streamOf(stream));
    return cudaSuccess;
}

cudaError_t launchCallback(cudaStream_t stream, cudaStreamCallback_t function, void* data) {
    Work work{.kind = Work::Kind::Host};
    work.effect = [=] { function(stream, cudaSuccess, data); };
    gpu().enqueue(std::move(work), streamOf(stream));
    return cudaSuccess;
}

cudaError_t namedKernel(void* place, const char* name) {
    const void* host = kernelNamed(name);
    std::memcpy(place, &host, sizeof host);
    return cudaSuccess;
}

cudaError_t elapsed(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
    if (!eventOf(from)->recorded || !eventOf(to)->recorded) {
        return cudaErrorInvalidResourceHandle;
    }
    if (now() < eventOf(to)->when) {
        return cudaErrorNotReady;
    }
    *milliseconds = float(double(eventOf(to)->when - eventOf(from)->when) / 1e6);
    return cudaSuccess;
}

cudaError_t synchronizeStream(cudaStream_t stream) {
    return ifTrue(gpu().synchronize(streamOf(stream)), cudaErrorStreamCaptureUnsupported);
}

cudaError_t waitFor(cudaStream_t stream, cudaEvent_t event) {
    return ifTrue(gpu().wait(streamOf(stream), eventOf(event)), cudaErrorStreamCaptureIsolation);
}

cudaError_t captureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id,
                        cudaGraph_t* graph, const cudaGraphNode_t** nodes, size_t* count) {
    const Gpu::CaptureState state = gpu().captureState(streamOf(stream));
    *status = cudaStreamCaptureStatus(state.captured); // None, Active, Invalidated in both
    if (state.captured == Gpu::Captured::No) {
        return cudaSuccess;
    }
    if (id != nullptr) {
        *id = state.id;
    }
    if (graph != nullptr) {
        *graph = reinterpret_cast<cudaGraph_t>(state.graph);
    }
    if (nodes != nullptr) {
        *nodes = reinterpret_cast<const cudaGraphNode_t*>(state.frontier.data());
    }
    if (count != nullptr) {
        *count = state.frontier.size();
    }
    return cudaSuccess;
}

cudaError_t setFrontier(cudaStream_t stream, cudaGraphNode_t* nodes, size_t count, unsigned flags) {
    if (gpu().captureState(streamOf(stream)).captured != Gpu::Captured::Yes) {
        return cudaErrorIllegalState;
    }
    gpu().setFrontier(streamOf(stream), {reinterpret_cast<Node* const*>(nodes), count},
                      flags != cudaStreamSetCaptureDependencies);
    return cudaSuccess;
}

cudaError_t endCapture(cudaStream_t stream, cudaGraph_t* graph) {
    *graph = reinterpret_cast<cudaGraph_t>(gpu().endCapture(streamOf(stream)));
    return ifTrue(*graph != nullptr, cudaErrorStreamCaptureInvalidated);
}

cudaError_t addNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                    Work work) {
    return give(
        node, gpu().addNode(graphOf(graph), std::move(work), {reinterpret_cast<Node* const*>(after), count}));
}

Work kernelWork(const cudaKernelNodeParams* params) {
    const char* name = kernelName(params->func);
    return kernel(name != nullptr ? name : "unknown", params->gridDim, params->blockDim,
                  params->sharedMemBytes);
}

cudaError_t nodesOf(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
    const auto& all = graphOf(graph)->nodes;
    const size_t wanted = nodes != nullptr ? std::min(*count, all.size()) : 0;
    for (size_t i = 0; i < wanted; i++) {
        nodes[i] = reinterpret_cast<cudaGraphNode_t>(all[i].get());
    }
    *count = nodes != nullptr ? wanted : all.size();
    return cudaSuccess;
}

cudaError_t typeOf(cudaGraphNode_t node, cudaGraphNodeType* type) {
    switch (reinterpret_cast<Node*>(node)->work.kind) {
    case Work::Kind::Kernel:
        return store(type, cudaGraphNodeTypeKernel);
    case Work::Kind::Copy:
        return store(type, cudaGraphNodeTypeMemcpy);
    case Work::Kind::Fill:
        return store(type, cudaGraphNodeTypeMemset);
    case Work::Kind::Host:
        return store(type, cudaGraphNodeTypeHost);
    default:
        return store(type, cudaGraphNodeTypeEmpty);
    }
}

cudaError_t driverEntryPoint(const char* symbol, void** at, cudaDriverEntryPointQueryResult* status) {
    *at = driverEntry(symbol);
    if (*at == nullptr) {
        notPlayed(symbol, 0);
    }
    if (status != nullptr) {
        *status = *at != nullptr ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
    }
    return cudaSuccess;
}

} // namespace played

using namespace played;

PLAYED_EXPORT void** __cudaRegisterFatBinary(void*) {
    static void* handle = nullptr; // nobody looks into it
    return &handle;
}

PLAYED_EXPORT void __cudaRegisterFatBinaryEnd(void**) {}

PLAYED_EXPORT void __cudaUnregisterFatBinary(void**) {}

PLAYED_EXPORT char __cudaInitModule(void**) {
    return 1;
}

PLAYED_EXPORT void __cudaRegisterFunction(void**, const char* host, char*, const char* name, int, uint3*,
                                          uint3*, dim3*, dim3*, int*) {
    registerKernel(host, name);
}

PLAYED_EXPORT void __cudaRegisterVar(void**, char* host, char*, const char*, int, size_t bytes, int, int) {
    gpu().memory().adopt(host, bytes, MemoryKind::Device, 0);
}

PLAYED_EXPORT unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared,
                                                   cudaStream_t stream) {
    configurations.push_back({grid, block, shared, stream});
    return 0;
}

PLAYED_EXPORT cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared, void* stream) {
    if (configurations.empty()) {
        return cudaErrorMissingConfiguration;
    }
    const Configuration last = configurations.back();
    configurations.pop_back();
    *grid = last.grid;
    *block = last.block;
    *shared = last.shared;
    *static_cast<cudaStream_t*>(stream) = last.stream;
    return cudaSuccess;
}
