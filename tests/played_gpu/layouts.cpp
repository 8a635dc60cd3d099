// Nothing but comparisons: what the probe believes of CUPTI's structures and numbers, and what the headers of this CUDA say.
#include "collector/probe/cupti/ActivityLayout.h"
#include "collector/probe/cupti/CallIds.h"
#include "collector/probe/cupti/CallbackLayout.h"
#include "collector/probe/cupti/CuptiFunctions.h"

#include <cuda.h>
#include <cupti.h>
#include <generated_cuda_versions.h>

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace ours = lanes::probe::cupti;
using namespace played;

namespace {

template<class Value>
constexpr bool isAt(ours::Field<Value> field, std::size_t offset, std::size_t bytes) {
    return field.offset == offset && sizeof(Value) == bytes;
}

} // namespace

// What this version does not have yet must not be read of its records, which are shorter.
#define SAME(Record, field, member)                                                                          \
    static_assert(                                                                                           \
        []<class R>(const R*) {                                                                              \
            if constexpr (requires(R record) { record.member; }) {                                           \
                return isAt(ours::field, offsetof(R, member), sizeof(std::declval<R>().member));             \
            } else {                                                                                         \
                return ours::field.end() > sizeof(R);                                                        \
            }                                                                                                \
        }(static_cast<const Record*>(nullptr)),                                                              \
        #Record "::" #member)

SAME(KernelRecord, kernel::kRegisters, registersPerThread);
SAME(KernelRecord, kernel::kStart, start);
SAME(KernelRecord, kernel::kEnd, end);
SAME(KernelRecord, kernel::kCompleted, completed);
SAME(KernelRecord, kernel::kQueued, queued);
SAME(KernelRecord, kernel::kSubmitted, submitted);
SAME(KernelRecord, kernel::kGraphNode, graphNodeId);
SAME(KernelRecord, kernel::kGraph, graphId);
SAME(KernelRecord, kernel::kDevice, deviceId);
SAME(KernelRecord, kernel::kContext, contextId);
SAME(KernelRecord, kernel::kStream, streamId);
SAME(KernelRecord, kernel::kCorrelation, correlationId);
SAME(KernelRecord, kernel::kGridX, gridX);
SAME(KernelRecord, kernel::kGridY, gridY);
SAME(KernelRecord, kernel::kGridZ, gridZ);
SAME(KernelRecord, kernel::kBlockX, blockX);
SAME(KernelRecord, kernel::kBlockY, blockY);
SAME(KernelRecord, kernel::kBlockZ, blockZ);
SAME(KernelRecord, kernel::kStaticShared, staticSharedMemory);
SAME(KernelRecord, kernel::kDynamicShared, dynamicSharedMemory);
SAME(KernelRecord, kernel::kLocalPerThread, localMemoryPerThread);
SAME(KernelRecord, kernel::kSharedExecuted, sharedMemoryExecuted);
SAME(KernelRecord, kernel::kClusterX, clusterX);
SAME(KernelRecord, kernel::kClusterY, clusterY);
SAME(KernelRecord, kernel::kClusterZ, clusterZ);
SAME(KernelRecord, kernel::kName, name);
SAME(KernelRecord, kernel::kLaunchType, launchType);
SAME(KernelRecord, kernel::kPriority, priority);

SAME(CopyRecord, copy::kKind, copyKind);
SAME(CopyRecord, copy::kFrom, srcKind);
SAME(CopyRecord, copy::kTo, dstKind);
SAME(CopyRecord, copy::kFlags, flags);
SAME(CopyRecord, copy::kBytes, bytes);
SAME(CopyRecord, copy::kStart, start);
SAME(CopyRecord, copy::kEnd, end);
SAME(CopyRecord, copy::kDevice, deviceId);
SAME(CopyRecord, copy::kContext, contextId);
SAME(CopyRecord, copy::kStream, streamId);
SAME(CopyRecord, copy::kCorrelation, correlationId);
SAME(CopyRecord, copy::kGraphNode, graphNodeId);
SAME(CopyRecord, copy::kGraph, graphId);

SAME(PeerCopyRecord, peer::kKind, copyKind);
SAME(PeerCopyRecord, peer::kFrom, srcKind);
SAME(PeerCopyRecord, peer::kTo, dstKind);
SAME(PeerCopyRecord, peer::kFlags, flags);
SAME(PeerCopyRecord, peer::kBytes, bytes);
SAME(PeerCopyRecord, peer::kStart, start);
SAME(PeerCopyRecord, peer::kEnd, end);
SAME(PeerCopyRecord, peer::kDevice, deviceId);
SAME(PeerCopyRecord, peer::kContext, contextId);
SAME(PeerCopyRecord, peer::kStream, streamId);
SAME(PeerCopyRecord, peer::kFromDevice, srcDeviceId);
SAME(PeerCopyRecord, peer::kToDevice, dstDeviceId);
SAME(PeerCopyRecord, peer::kCorrelation, correlationId);
SAME(PeerCopyRecord, peer::kGraphNode, graphNodeId);
SAME(PeerCopyRecord, peer::kGraph, graphId);

SAME(FillRecord, fill::kValue, value);
SAME(FillRecord, fill::kBytes, bytes);
SAME(FillRecord, fill::kStart, start);
SAME(FillRecord, fill::kEnd, end);
SAME(FillRecord, fill::kDevice, deviceId);
SAME(FillRecord, fill::kContext, contextId);
SAME(FillRecord, fill::kStream, streamId);
SAME(FillRecord, fill::kCorrelation, correlationId);
SAME(FillRecord, fill::kMemory, memoryKind);
SAME(FillRecord, fill::kGraphNode, graphNodeId);
SAME(FillRecord, fill::kGraph, graphId);

SAME(CUpti_ActivityAPI, call::kFunction, cbid);
SAME(CUpti_ActivityAPI, call::kStart, start);
SAME(CUpti_ActivityAPI, call::kEnd, end);
SAME(CUpti_ActivityAPI, call::kThread, threadId);
SAME(CUpti_ActivityAPI, call::kCorrelation, correlationId);
SAME(CUpti_ActivityAPI, call::kResult, returnValue);

SAME(SynchronizationRecord, synchronization::kType, type);
SAME(SynchronizationRecord, synchronization::kStart, start);
SAME(SynchronizationRecord, synchronization::kEnd, end);
SAME(SynchronizationRecord, synchronization::kCorrelation, correlationId);
SAME(SynchronizationRecord, synchronization::kContext, contextId);
SAME(SynchronizationRecord, synchronization::kStream, streamId);
SAME(SynchronizationRecord, synchronization::kEvent, cudaEventId);
SAME(SynchronizationRecord, synchronization::kEventRecord, cudaEventSyncId);

SAME(EventRecord, event::kCorrelation, correlationId);
SAME(EventRecord, event::kContext, contextId);
SAME(EventRecord, event::kStream, streamId);
SAME(EventRecord, event::kEvent, eventId);
SAME(EventRecord, event::kReached, deviceTimestamp);
SAME(EventRecord, event::kRecord, cudaEventSyncId);

SAME(OverheadRecord, overhead::kWhat, overheadKind);
SAME(OverheadRecord, overhead::kObject, objectKind);
static_assert(ours::overhead::kThread.offset ==
              offsetof(OverheadRecord, objectId) + offsetof(CUpti_ActivityObjectKindId, pt.threadId));
static_assert(ours::overhead::kOfThread == CUPTI_ACTIVITY_OBJECT_THREAD);
SAME(OverheadRecord, overhead::kStart, start);
SAME(OverheadRecord, overhead::kEnd, end);

SAME(GraphTraceRecord, graph::kCorrelation, correlationId);
SAME(GraphTraceRecord, graph::kStart, start);
SAME(GraphTraceRecord, graph::kEnd, end);
SAME(GraphTraceRecord, graph::kDevice, deviceId);
SAME(GraphTraceRecord, graph::kGraph, graphId);
SAME(GraphTraceRecord, graph::kContext, contextId);
SAME(GraphTraceRecord, graph::kStream, streamId);

SAME(MemoryRecord, memory::kOperation, memoryOperationType);
SAME(MemoryRecord, memory::kKind, memoryKind);
SAME(MemoryRecord, memory::kCorrelation, correlationId);
SAME(MemoryRecord, memory::kAddress, address);
SAME(MemoryRecord, memory::kBytes, bytes);
SAME(MemoryRecord, memory::kTime, timestamp);
SAME(MemoryRecord, memory::kDevice, deviceId);
SAME(MemoryRecord, memory::kContext, contextId);
SAME(MemoryRecord, memory::kStream, streamId);
SAME(MemoryRecord, memory::kAsync, isAsync);

static_assert(ours::memory::kPool.offset == offsetof(MemoryRecord, memoryPoolConfig) +
                                                offsetof(decltype(MemoryRecord::memoryPoolConfig), address));
static_assert(ours::memory::kPoolBytes.offset ==
              offsetof(MemoryRecord, memoryPoolConfig) +
                  offsetof(decltype(MemoryRecord::memoryPoolConfig), pool));
static_assert(ours::memory::kPoolUsed.offset ==
              offsetof(MemoryRecord, memoryPoolConfig) +
                  offsetof(decltype(MemoryRecord::memoryPoolConfig), utilizedSize));

SAME(PoolRecord, pool::kOperation, memoryPoolOperationType);
SAME(PoolRecord, pool::kCorrelation, correlationId);
SAME(PoolRecord, pool::kDevice, deviceId);
SAME(PoolRecord, pool::kKept, minBytesToKeep);
SAME(PoolRecord, pool::kAddress, address);
SAME(PoolRecord, pool::kBytes, size);
SAME(PoolRecord, pool::kThreshold, releaseThreshold);
SAME(PoolRecord, pool::kTime, timestamp);
SAME(PoolRecord, pool::kUsed, utilizedSize);

SAME(JitRecord, compilation::kFrom, jitEntryType);
SAME(JitRecord, compilation::kStep, jitOperationType);
SAME(JitRecord, compilation::kDevice, deviceId);
SAME(JitRecord, compilation::kCorrelation, correlationId);
SAME(JitRecord, compilation::kStart, start);
SAME(JitRecord, compilation::kEnd, end);
SAME(JitRecord, compilation::kUnit, jitOperationCorrelationId);
SAME(JitRecord, compilation::kCacheBytes, cacheSize);
SAME(JitRecord, compilation::kCachePath, cachePath);
static_assert(sizeof(JitRecord) < ours::compilation::kThread.end() ||
              isAt(ours::compilation::kThread, sizeof(JitRecord) - 4, 4));

SAME(LinkRecord, link::kVersion, nvlinkVersion);
SAME(LinkRecord, link::kFirstType, typeDev0);
SAME(LinkRecord, link::kSecondType, typeDev1);
SAME(LinkRecord, link::kFirst, idDev0.uuidDev);
SAME(LinkRecord, link::kSecond, idDev1.uuidDev);
SAME(LinkRecord, link::kPhysical, physicalNvLinkCount);
static_assert(ours::link::kOfGpu == CUPTI_DEV_TYPE_GPU);
static_assert(std::ranges::any_of(ours::link::kEnds, [](const ours::link::End& end) {
    return end.bytes == sizeof(LinkRecord) && isAt(end.bandwidth, offsetof(LinkRecord, bandwidth), 8) &&
           isAt(end.throughSwitch, offsetof(LinkRecord, nvswitchConnected), 1);
}));

SAME(DeviceRecord, device::kBandwidth, globalMemoryBandwidth);
SAME(DeviceRecord, device::kMemory, globalMemorySize);
SAME(DeviceRecord, device::kL2Bytes, l2CacheSize);
SAME(DeviceRecord, device::kWarpThreads, numThreadsPerWarp);
SAME(DeviceRecord, device::kCoreClock, coreClockRate);
SAME(DeviceRecord, device::kProcessors, numMultiprocessors);
SAME(DeviceRecord, device::kMaxWarps, maxWarpsPerMultiprocessor);
SAME(DeviceRecord, device::kMaxBlocks, maxBlocksPerMultiprocessor);
SAME(DeviceRecord, device::kMaxShared, maxSharedMemoryPerMultiprocessor);
SAME(DeviceRecord, device::kMaxRegisters, maxRegistersPerMultiprocessor);
SAME(DeviceRecord, device::kMaxSharedPerBlock, maxSharedMemoryPerBlock);
SAME(DeviceRecord, device::kMaxThreadsPerBlock, maxThreadsPerBlock);
SAME(DeviceRecord, device::kComputeMajor, computeCapabilityMajor);
SAME(DeviceRecord, device::kComputeMinor, computeCapabilityMinor);
SAME(DeviceRecord, device::kNumber, id);
SAME(DeviceRecord, device::kUuid, uuid);
SAME(DeviceRecord, device::kName, name);

SAME(ContextRecord, context::kContext, contextId);
SAME(ContextRecord, context::kDevice, deviceId);

SAME(CUpti_ActivityStream, stream::kContext, contextId);
SAME(CUpti_ActivityStream, stream::kStream, streamId);
SAME(CUpti_ActivityStream, stream::kFlag, flag);
SAME(CUpti_ActivityStream, stream::kPriority, priority);

#define SAME_KIND(kind, name) static_assert(static_cast<int>(ours::Kind::kind) == CUPTI_ACTIVITY_KIND_##name)
SAME_KIND(Copy, MEMCPY);
SAME_KIND(Fill, MEMSET);
SAME_KIND(DriverCall, DRIVER);
SAME_KIND(RuntimeCall, RUNTIME);
SAME_KIND(Device, DEVICE);
SAME_KIND(Context, CONTEXT);
SAME_KIND(Kernel, CONCURRENT_KERNEL);
SAME_KIND(Overhead, OVERHEAD);
SAME_KIND(PeerCopy, MEMCPY2);
SAME_KIND(Event, CUDA_EVENT);
SAME_KIND(Stream, STREAM);
SAME_KIND(Synchronization, SYNCHRONIZATION);
SAME_KIND(Memory, MEMORY2);
SAME_KIND(Graph, GRAPH_TRACE);
SAME_KIND(Pool, MEMORY_POOL);
SAME_KIND(Compilation, JIT);
SAME_KIND(Link, NVLINK);

#define SAME_MEMBER(Ours, member, Theirs, theirs)                                                            \
    static_assert(offsetof(ours::Ours, member) == offsetof(Theirs, theirs) &&                                \
                  sizeof(ours::Ours::member) == sizeof(Theirs::theirs))
SAME_MEMBER(CallData, site, CUpti_CallbackData, callbackSite);
SAME_MEMBER(CallData, function, CUpti_CallbackData, functionName);
SAME_MEMBER(CallData, kernel, CUpti_CallbackData, symbolName);
SAME_MEMBER(CallData, ours, CUpti_CallbackData, correlationData);
SAME_MEMBER(CallData, correlation, CUpti_CallbackData, correlationId);
SAME_MEMBER(ResourceData, descriptor, CUpti_ResourceData, resourceDescriptor);
SAME_MEMBER(GraphData, node, CUpti_GraphData, node);
SAME_MEMBER(GraphData, originalNode, CUpti_GraphData, originalNode);
SAME_MEMBER(LaunchParameters, function, cuLaunchKernel_params, f);
SAME_MEMBER(LaunchParameters, values, cuLaunchKernel_params, kernelParams);
SAME_MEMBER(ExtendedLaunchParameters, function, cuLaunchKernelEx_params, f);
SAME_MEMBER(ExtendedLaunchParameters, values, cuLaunchKernelEx_params, kernelParams);
SAME_MEMBER(AllocationParameters, bytes, cudaMalloc_v3020_params, size);
SAME_MEMBER(AllocationParameters, bytes, cuMemCreate_params, size);
static_assert(ours::kMalloc == CUPTI_RUNTIME_TRACE_CBID_cudaMalloc_v3020 &&
              ours::kMemCreate == CUPTI_DRIVER_TRACE_CBID_cuMemCreate);
static_assert(ours::kOutOfMemory == cudaErrorMemoryAllocation &&
              ours::kOutOfMemory == CUDA_ERROR_OUT_OF_MEMORY);
static_assert(ours::kLaunchKernel[0] == CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel &&
              ours::kLaunchKernel[1] == CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz);
static_assert(ours::kLaunchKernelExtended[0] == CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx &&
              ours::kLaunchKernelExtended[1] == CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz);
static_assert(ours::kEnter == CUPTI_API_ENTER);
static_assert(ours::kGraphNodeCreated == CUPTI_CBID_RESOURCE_GRAPHNODE_CREATED);
static_assert(ours::kGraphNodeCloned == CUPTI_CBID_RESOURCE_GRAPHNODE_CLONED);
static_assert(static_cast<int>(ours::Domain::Driver) == CUPTI_CB_DOMAIN_DRIVER_API);
static_assert(static_cast<int>(ours::Domain::Runtime) == CUPTI_CB_DOMAIN_RUNTIME_API);
static_assert(static_cast<int>(ours::Domain::Resource) == CUPTI_CB_DOMAIN_RESOURCE);
static_assert(ours::kNoPermission == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES);
static_assert(ours::kNoVirtualDevice == CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED);
static_assert(ours::kOtherSubscriber == CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED);
