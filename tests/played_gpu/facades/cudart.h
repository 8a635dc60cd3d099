// What the bodies in cudart.table are made of. Any thread.
#pragma once

#include "tests/played_gpu/facades/DeviceAttributes.h"
#include "tests/played_gpu/model/Compiler.h"
#include "tests/played_gpu/model/Gpu.h"
#include "tests/played_gpu/model/HostThread.h"
#include "tests/played_gpu/model/Injection.h"
#include "tests/played_gpu/model/Kernels.h"
#include "tests/played_gpu/model/Settings.h"

#include <cuda_runtime_api.h>
#include <generated_cuda_runtime_api_meta.h>

#include <cstring>

namespace played {

// Why no call works: no driver, or a fork after CUDA was used.
cudaError_t refusal();
// The call's result, kept for cudaGetLastError.
cudaError_t noted(ApiCall& call, cudaError_t result);
cudaError_t lastError(bool forget);
const char* errorName(cudaError_t error);

// Handles are the model's own objects.
inline Stream* streamOf(cudaStream_t stream) {
    return gpu().stream(stream);
}
inline Event* eventOf(cudaEvent_t event) {
    return reinterpret_cast<Event*>(event);
}
template<class Handle>
Graph* graphOf(Handle graph) {
    return reinterpret_cast<Graph*>(graph);
}

// For bodies: does something, or stores a value where the caller asks for it, and that is a success.
template<class Action>
cudaError_t did(Action action) {
    action();
    return cudaSuccess;
}
template<class Place, class Value>
cudaError_t store(Place* place, Value value) {
    *place = static_cast<Place>(value);
    return cudaSuccess;
}
template<class Handle, class Object>
cudaError_t give(Handle* place, Object* object) {
    *place = reinterpret_cast<Handle>(object);
    return cudaSuccess;
}
inline cudaError_t ifTrue(bool done, cudaError_t otherwise) {
    return done ? cudaSuccess : otherwise;
}

cudaError_t setDevice(int device);
cudaError_t properties(cudaDeviceProp* properties, int device);
cudaError_t kernelProperties(cudaFuncAttributes* attributes, const void* kernel);
cudaError_t setPlain(void* attribute, size_t bytes); // of objects that are not played: all 0

cudaError_t allocate(void** at, size_t bytes, MemoryKind kind, uintptr_t pool = 0);
uintptr_t poolOfDevice(); // the current one's own
cudaError_t createPool(cudaMemPool_t* place, const cudaMemPoolProps* properties);
cudaError_t changed(const Pool& pool, PoolStep step);
cudaError_t release(void* at, bool wait);
cudaError_t attributesOf(cudaPointerAttributes* attributes, const void* at);

enum class Host : uint8_t { Waits, GoesOn };
cudaError_t copy(void* to, const void* from, size_t bytes, cudaStream_t stream, Host host);
cudaError_t copyRows(void* to, size_t toPitch, const void* from, size_t fromPitch, size_t width,
                     size_t height, cudaStream_t stream, Host host);
cudaError_t fill(void* to, int value, size_t bytes, cudaStream_t stream, Host host);

cudaError_t launch(const void* kernel, dim3 grid, dim3 block, size_t shared, cudaStream_t stream,
                   dim3 cluster = 0);
cudaError_t launchExtended(const cudaLaunchConfig_t* config, const void* kernel);
cudaError_t launchHost(cudaStream_t stream, cudaHostFn_t function, void* data);
cudaError_t launchCallback(cudaStream_t stream, cudaStreamCallback_t function, void* data);
cudaError_t namedKernel(void* kernel, const char* name);

cudaError_t elapsed(float* milliseconds, cudaEvent_t from, cudaEvent_t to);
cudaError_t synchronizeStream(cudaStream_t stream);
cudaError_t waitFor(cudaStream_t stream, cudaEvent_t event);

cudaError_t captureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id,
                        cudaGraph_t* graph, const cudaGraphNode_t** nodes, size_t* count);
cudaError_t setFrontier(cudaStream_t stream, cudaGraphNode_t* nodes, size_t count, unsigned flags);
cudaError_t endCapture(cudaStream_t stream, cudaGraph_t* graph);
cudaError_t addNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                    Work work);
Work kernelWork(const cudaKernelNodeParams* params);
cudaError_t nodesOf(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count);
cudaError_t typeOf(cudaGraphNode_t node, cudaGraphNodeType* type);

cudaError_t driverEntryPoint(const char* symbol, void** at, cudaDriverEntryPointQueryResult* status);

} // namespace played
