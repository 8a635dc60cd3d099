#include "tests/played_gpu/facades/cuda.h"

namespace played {

namespace {

constexpr uintptr_t kFirstContext = 0x10000,
                    kBetweenContexts = 0x100; // what handles look like; nothing is there

} // namespace

CUresult refusal() {
    if (setting(Setting::NoDriver) != 0 || gpu().devices() == 0) {
        return CUDA_ERROR_NO_DEVICE;
    }
    if (forkedAfterUse()) {
        return CUDA_ERROR_NOT_INITIALIZED;
    }
    driverIsUp();
    return CUDA_SUCCESS;
}

CUcontext contextOf(int device) {
    return reinterpret_cast<CUcontext>(kFirstContext + kBetweenContexts * uintptr_t(device));
}

int deviceOf(CUcontext context) {
    return int((uintptr_t(context) - kFirstContext) / kBetweenContexts);
}

CUresult makeCurrent(CUcontext context) {
    if (context != nullptr) {
        Gpu::currentDevice() = deviceOf(context);
        gpu().useContext(deviceOf(context));
    }
    return CUDA_SUCCESS;
}

CUresult currentContext(CUcontext* context) {
    const int device = Gpu::currentDevice();
    *context = gpu().hasContext(device) ? contextOf(device) : nullptr;
    return CUDA_SUCCESS;
}

CUresult launch(const void* kernel, std::array<unsigned, 3> grid, std::array<unsigned, 3> block,
                unsigned shared, CUstream stream) {
    const char* name = kernelName(kernel);
    if (name == nullptr) {
        return CUDA_ERROR_INVALID_HANDLE;
    }
    Work work{.kind = Work::Kind::Kernel, .name = name, .grid = grid, .block = block};
    work.dynamicShared = shared;
    gpu().enqueue(std::move(work), streamOf(stream));
    return CUDA_SUCCESS;
}

CUresult launchExtended(const CUlaunchConfig* config, const void* kernel) {
    return launch(kernel, {config->gridDimX, config->gridDimY, config->gridDimZ},
                  {config->blockDimX, config->blockDimY, config->blockDimZ}, config->sharedMemBytes,
                  config->hStream);
}

CUresult functionAttribute(int* place, CUfunction_attribute attribute) {
    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
        return store(place, 1024);
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
        return store(place, 32);
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        return store(place, 49152);
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
        return store(place, setting(Setting::ComputeCapability));
    default:
        return store(place, 0);
    }
}

CUresult allocate(CUdeviceptr* at, size_t bytes, MemoryKind kind) {
    const int device = Gpu::currentDevice();
    gpu().useContext(device);
    void* made = gpu().memory().allocate(bytes, kind, device);
    *at = CUdeviceptr(made);
    if (Observer* profiler = observer(); profiler != nullptr && made != nullptr) {
        profiler->allocated({uintptr_t(made), bytes, kind, device}, false, {});
    }
    return ifTrue(made != nullptr, CUDA_ERROR_OUT_OF_MEMORY);
}

CUresult release(void* at) {
    const Block block = gpu().memory().release(at);
    const Pool pool = gpu().pools().giveBack(block.pool, block.bytes);
    if (Observer* profiler = observer(); profiler != nullptr && block.bytes != 0) {
        profiler->allocated(block, true, pool);
    }
    return ifTrue(block.bytes != 0, CUDA_ERROR_INVALID_VALUE);
}

CUresult copy(void* to, const void* from, size_t bytes, CUstream stream, bool waits) {
    const Block source = gpu().memory().blockOf(from), target = gpu().memory().blockOf(to);
    Work work{.kind = Work::Kind::Copy};
    work.bytes = bytes;
    work.from = source.kind;
    work.to = target.kind;
    work.fromDevice = uint32_t(source.device);
    work.toDevice = uint32_t(target.device);
    work.asynchronous = !waits;
    work.effect = [=] { std::memmove(to, from, bytes); };
    const ns end = gpu().enqueue(std::move(work), streamOf(stream));
    if (waits || target.kind == MemoryKind::Pageable) {
        sleepUntil(end);
    }
    return CUDA_SUCCESS;
}

CUresult rangeOf(CUdeviceptr* base, size_t* bytes, CUdeviceptr at) {
    const Block block = gpu().memory().blockOf(pointer(at));
    if (base != nullptr) {
        *base = block.base;
    }
    if (bytes != nullptr) {
        *bytes = block.bytes;
    }
    return ifTrue(block.bytes != 0, CUDA_ERROR_INVALID_VALUE);
}

CUresult pointerAttribute(void* place, CUpointer_attribute attribute, CUdeviceptr at) {
    const Block block = gpu().memory().blockOf(pointer(at));
    if (block.bytes == 0) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
        return store(static_cast<CUcontext*>(place), contextOf(block.device));
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
        return store(static_cast<CUdeviceptr*>(place), at);
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        return store(static_cast<int*>(place), block.device);
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        return store(static_cast<unsigned*>(place),
                     block.kind == MemoryKind::Pinned ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE);
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
        return store(static_cast<CUdeviceptr*>(place), block.base);
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
        return store(static_cast<size_t*>(place), block.bytes);
    default:
        return store(static_cast<int*>(place), 0);
    }
}

CUresult entryPoint(const char* symbol, void** at, CUdriverProcAddressQueryResult* status) {
    *at = driverEntry(symbol);
    if (status != nullptr) {
        *status = *at != nullptr ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    }
    return ifTrue(*at != nullptr, CUDA_ERROR_NOT_FOUND);
}

} // namespace played
