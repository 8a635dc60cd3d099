#include "tests/played_gpu/facades/cudart.h"

#include <algorithm>
#include <cstdlib>

namespace played {

namespace {

thread_local cudaError_t last = cudaSuccess;

Block blockOf(const void* at) {
    return gpu().memory().blockOf(at);
}

cudaError_t start(Work work, cudaStream_t stream, Host host) {
    const bool toPageable = work.kind == Work::Kind::Copy && work.to == MemoryKind::Pageable;
    work.asynchronous = host == Host::GoesOn;
    const ns end = gpu().enqueue(std::move(work), streamOf(stream));
    if (end != 0 && (host == Host::Waits || toPageable)) {
        sleepUntil(end);
    }
    return cudaSuccess;
}

Work copyWork(const void* to, const void* from, size_t bytes) {
    const Block source = blockOf(from), target = blockOf(to);
    Work work{.kind = Work::Kind::Copy};
    work.bytes = bytes;
    work.from = source.kind;
    work.to = target.kind;
    work.fromDevice = uint32_t(source.device);
    work.toDevice = uint32_t(target.device);
    return work;
}

} // namespace

cudaError_t refusal() {
    if (setting(Setting::NoDriver) != 0) {
        return cudaErrorInsufficientDriver;
    }
    if (forkedAfterUse()) {
        return cudaErrorInitializationError;
    }
    driverIsUp();
    return cudaSuccess;
}

cudaError_t noted(ApiCall& call, cudaError_t result) {
    const bool isNews = result != cudaSuccess && result != cudaErrorNotReady;
    if (isNews && !std::string_view(call.name()).ends_with("LastError")) {
        last = result;
    }
    return call.done(result);
}

cudaError_t lastError(bool forget) {
    const cudaError_t error = last;
    last = forget ? cudaSuccess : last;
    return error;
}

const char* errorName(cudaError_t error) {
    switch (error) {
    case cudaSuccess:
        return "no error";
    case cudaErrorMemoryAllocation:
        return "out of memory"; // torch looks for its own errors by this text
    case cudaErrorInvalidValue:
        return "invalid argument";
    case cudaErrorInitializationError:
        return "initialization error";
    case cudaErrorInsufficientDriver:
        return "CUDA driver version is insufficient for CUDA runtime version";
    case cudaErrorNoDevice:
        return "no CUDA-capable device is detected";
    case cudaErrorNotReady:
        return "device not ready";
    case cudaErrorNotSupported:
        return "operation not supported";
    default:
        return "an error of the played GPU";
    }
}

cudaError_t setDevice(int device) {
    if (device < 0 || device >= gpu().devices()) {
        return cudaErrorInvalidDevice;
    }
    Gpu::currentDevice() = device;
    gpu().useContext(device); // since CUDA 12
    return cudaSuccess;
}

cudaError_t properties(cudaDeviceProp* properties, int device) {
    if (device < 0 || device >= gpu().devices()) {
        return cudaErrorInvalidDevice;
    }
    const auto attribute = [device](cudaDeviceAttr which) { return deviceAttribute(which, device); };
    cudaDeviceProp& all = *properties;
    all = {};
    std::strcpy(all.name, Gpu::deviceName());
    std::memset(&all.uuid, 0x50 + device, sizeof all.uuid);
    all.totalGlobalMem = Memory::total();
    all.sharedMemPerBlock = size_t(attribute(cudaDevAttrMaxSharedMemoryPerBlock));
    all.sharedMemPerBlockOptin = size_t(attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin));
    all.sharedMemPerMultiprocessor = size_t(attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor));
    all.reservedSharedMemPerBlock = size_t(attribute(cudaDevAttrReservedSharedMemoryPerBlock));
    all.regsPerBlock = all.regsPerMultiprocessor = attribute(cudaDevAttrMaxRegistersPerBlock);
    all.warpSize = attribute(cudaDevAttrWarpSize);
    all.maxThreadsPerBlock = attribute(cudaDevAttrMaxThreadsPerBlock);
    all.maxThreadsPerMultiProcessor = attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
    for (int i = 0; i < 3; i++) {
        all.maxThreadsDim[i] = attribute(cudaDeviceAttr(cudaDevAttrMaxBlockDimX + i));
        all.maxGridSize[i] = attribute(cudaDeviceAttr(cudaDevAttrMaxGridDimX + i));
    }
    all.major = attribute(cudaDevAttrComputeCapabilityMajor);
    all.minor = attribute(cudaDevAttrComputeCapabilityMinor);
    all.multiProcessorCount = attribute(cudaDevAttrMultiProcessorCount);
    all.l2CacheSize = attribute(cudaDevAttrL2CacheSize);
    all.memoryBusWidth = attribute(cudaDevAttrGlobalMemoryBusWidth);
    all.asyncEngineCount = attribute(cudaDevAttrAsyncEngineCount);
    all.pciBusID = attribute(cudaDevAttrPciBusId);
    all.textureAlignment = size_t(attribute(cudaDevAttrTextureAlignment));
    all.canMapHostMemory = all.concurrentKernels = all.unifiedAddressing = all.managedMemory = 1;
    all.cooperativeLaunch = all.memoryPoolsSupported = all.clusterLaunch = all.streamPrioritiesSupported = 1;
    return cudaSuccess;
}

cudaError_t kernelProperties(cudaFuncAttributes* attributes, const void* kernel) {
    if (kernelName(kernel) == nullptr) {
        return cudaErrorInvalidDeviceFunction;
    }
    *attributes = {};
    attributes->binaryVersion = attributes->ptxVersion = int(setting(Setting::ComputeCapability));
    attributes->maxThreadsPerBlock = 1024;
    attributes->numRegs = 32;
    attributes->maxDynamicSharedSizeBytes = 49152;
    return cudaSuccess;
}

cudaError_t setPlain(void* attribute, size_t bytes) {
    std::memset(attribute, 0, bytes);
    return cudaSuccess;
}

cudaError_t allocate(void** at, size_t bytes, MemoryKind kind, uintptr_t pool) {
    const int device = Gpu::currentDevice();
    gpu().useContext(device);
    *at = bytes != 0 ? gpu().memory().allocate(bytes, kind, device, pool) : nullptr;
    if (*at == nullptr) {
        return bytes != 0 ? cudaErrorMemoryAllocation : cudaSuccess;
    }
    const Pool taken = gpu().pools().take(pool, bytes);
    if (Observer* profiler = observer()) {
        profiler->allocated({uintptr_t(*at), bytes, kind, device, pool}, false, taken);
    }
    return cudaSuccess;
}

uintptr_t poolOfDevice() {
    return gpu().pools().ofDevice(Gpu::currentDevice()).address;
}

cudaError_t changed(const Pool& pool, PoolStep step) {
    if (Observer* profiler = observer(); profiler != nullptr && pool.address != 0) {
        profiler->poolChanged(pool, step);
    }
    return ifTrue(pool.address != 0, cudaErrorInvalidValue);
}

cudaError_t createPool(cudaMemPool_t* place, const cudaMemPoolProps* properties) {
    const Pool pool = gpu().pools().create(properties->location.id);
    *place = reinterpret_cast<cudaMemPool_t>(pool.address);
    return changed(pool, PoolStep::Created);
}

cudaError_t release(void* at, bool wait) {
    gpu().useContext(Gpu::currentDevice());
    if (at == nullptr) {
        return cudaSuccess;
    }
    if (wait) {
        sleepUntil(gpu().tailOf(blockOf(at).device));
    }
    const Block block = gpu().memory().release(at);
    const Pool pool = gpu().pools().giveBack(block.pool, block.bytes);
    if (Observer* profiler = observer(); profiler != nullptr && block.bytes != 0) {
        profiler->allocated(block, true, pool);
    }
    return ifTrue(block.bytes != 0, cudaErrorInvalidValue);
}

cudaError_t attributesOf(cudaPointerAttributes* attributes, const void* at) {
    const Block block = blockOf(at);
    *attributes = {};
    attributes->device = block.bytes != 0 ? block.device : -2;
    if (block.bytes == 0) {
        return cudaSuccess;
    }
    attributes->devicePointer = const_cast<void*>(at);
    attributes->hostPointer = block.kind == MemoryKind::Device ? nullptr : const_cast<void*>(at);
    switch (block.kind) {
    case MemoryKind::Pinned:
        attributes->type = cudaMemoryTypeHost;
        break;
    case MemoryKind::Managed:
        attributes->type = cudaMemoryTypeManaged;
        break;
    default:
        attributes->type = cudaMemoryTypeDevice;
    }
    return cudaSuccess;
}

cudaError_t copy(void* to, const void* from, size_t bytes, cudaStream_t stream, Host host) {
    if (bytes == 0) {
        return cudaSuccess;
    }
    Work work = copyWork(to, from, bytes);
    const bool toHost = work.from == MemoryKind::Device && work.to != MemoryKind::Device;
    // What a kernel should have computed is garbage: a count of non-zero elements could ask for terabytes.
    if (toHost && int64_t(bytes) <= setting(Setting::ZeroReads)) {
        work.effect = [=] { std::memset(to, 0, bytes); };
    } else {
        work.effect = [=] { std::memmove(to, from, bytes); };
    }
    return start(std::move(work), stream, host);
}

cudaError_t copyRows(void* to, size_t toPitch, const void* from, size_t fromPitch, size_t width,
                     size_t height, cudaStream_t stream, Host host) {
    Work work = copyWork(to, from, width * height);
    work.effect = [=] {
        for (size_t row = 0; row < height; row++) {
            std::memmove(static_cast<char*>(to) + row * toPitch,
                         static_cast<const char*>(from) + row * fromPitch, width);
        }
    };
    return start(std::move(work), stream, host);
}

cudaError_t fill(void* to, int value, size_t bytes, cudaStream_t stream, Host host) {
    Work work{.kind = Work::Kind::Fill};
    work.bytes = bytes;
    work.value = uint32_t(value);
    work.to = blockOf(to).kind;
    work.effect = [=] { std::memset(to, value, bytes); };
    return start(std::move(work), stream, host);
}

} // namespace played
