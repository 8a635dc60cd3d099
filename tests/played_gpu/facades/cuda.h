// What the bodies in cuda.table are made of. Any thread.
#pragma once

#include "tests/played_gpu/facades/DeviceAttributes.h"
#include "tests/played_gpu/model/Compiler.h"
#include "tests/played_gpu/model/Gpu.h"
#include "tests/played_gpu/model/Injection.h"
#include "tests/played_gpu/model/Kernels.h"
#include "tests/played_gpu/model/Settings.h"

#include <algorithm>
#include <cstring>
// The header then declares the exported names themselves: cuMemAlloc_v2.
#define __CUDA_API_VERSION_INTERNAL
#include <cuda.h>
#include <generated_cuda_meta.h>

namespace played {

CUresult refusal();
inline CUresult noted(ApiCall& call, CUresult result) {
    return call.done(result);
}

inline Stream* streamOf(CUstream stream) {
    return gpu().stream(stream);
}
inline Event* eventOf(CUevent event) {
    return reinterpret_cast<Event*>(event);
}
inline void* pointer(CUdeviceptr at) {
    return reinterpret_cast<void*>(at);
}

template<class Action>
CUresult did(Action action) {
    action();
    return CUDA_SUCCESS;
}
template<class Place, class Value>
CUresult store(Place* place, Value value) {
    *place = static_cast<Place>(value);
    return CUDA_SUCCESS;
}
template<class Handle, class Object>
CUresult give(Handle* place, Object* object) {
    *place = reinterpret_cast<Handle>(object);
    return CUDA_SUCCESS;
}
inline CUresult ifTrue(bool done, CUresult otherwise) {
    return done ? CUDA_SUCCESS : otherwise;
}

// A device has one context, the primary one.
CUcontext contextOf(int device);
int deviceOf(CUcontext context);
CUresult makeCurrent(CUcontext context);
CUresult currentContext(CUcontext* context);

CUresult launch(const void* kernel, std::array<unsigned, 3> grid, std::array<unsigned, 3> block,
                unsigned shared, CUstream stream);
CUresult launchExtended(const CUlaunchConfig* config, const void* kernel);
CUresult functionAttribute(int* place, CUfunction_attribute attribute);

CUresult allocate(CUdeviceptr* at, size_t bytes, MemoryKind kind);
CUresult release(void* at);
CUresult copy(void* to, const void* from, size_t bytes, CUstream stream, bool waits);
template<class Unit>
CUresult fill(CUdeviceptr at, Unit value, size_t count, CUstream stream) {
    Work work{.kind = Work::Kind::Fill};
    work.bytes = count * sizeof value;
    work.value = value;
    work.to = MemoryKind::Device;
    work.effect = [=] { std::fill_n(static_cast<Unit*>(pointer(at)), count, value); };
    gpu().enqueue(std::move(work), streamOf(stream));
    return CUDA_SUCCESS;
}
CUresult rangeOf(CUdeviceptr* base, size_t* bytes, CUdeviceptr at);
CUresult pointerAttribute(void* place, CUpointer_attribute attribute, CUdeviceptr at);

CUresult entryPoint(const char* symbol, void** at, CUdriverProcAddressQueryResult* status);

} // namespace played
