#include "tests/played_gpu/facades/CuptiRecords.h"

#include "tests/played_gpu/model/Injection.h"
#include "tests/played_gpu/model/Settings.h"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace played {

namespace {

constexpr uint32_t kDefaultStreamId = 7;
constexpr ns kSubmission = 500; // from the host's queue to the device's

struct Layout {
    uint32_t kind;
    size_t bytes; // in the headers
    Setting stride;
};

constexpr Layout kLayouts[] = {
    {CUPTI_ACTIVITY_KIND_KERNEL, sizeof(KernelRecord), Setting::StrideKernel},
    {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, sizeof(KernelRecord), Setting::StrideKernel},
    {CUPTI_ACTIVITY_KIND_MEMCPY, sizeof(CopyRecord), Setting::StrideMemcpy},
    {CUPTI_ACTIVITY_KIND_MEMCPY2, sizeof(PeerCopyRecord), Setting::Count},
    {CUPTI_ACTIVITY_KIND_MEMSET, sizeof(FillRecord), Setting::StrideMemset},
    {CUPTI_ACTIVITY_KIND_RUNTIME, sizeof(CUpti_ActivityAPI), Setting::Count},
    {CUPTI_ACTIVITY_KIND_DRIVER, sizeof(CUpti_ActivityAPI), Setting::Count},
    {CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION, sizeof(CUpti_ActivityExternalCorrelation), Setting::Count},
    {CUPTI_ACTIVITY_KIND_SYNCHRONIZATION, sizeof(SynchronizationRecord), Setting::StrideSynchronization},
    {CUPTI_ACTIVITY_KIND_CUDA_EVENT, sizeof(EventRecord), Setting::StrideEvent},
    {CUPTI_ACTIVITY_KIND_STREAM, sizeof(CUpti_ActivityStream), Setting::Count},
    {CUPTI_ACTIVITY_KIND_GRAPH_TRACE, sizeof(GraphTraceRecord), Setting::StrideGraph},
    {CUPTI_ACTIVITY_KIND_MEMORY2, sizeof(MemoryRecord), Setting::StrideMemory},
    {CUPTI_ACTIVITY_KIND_OVERHEAD, sizeof(OverheadRecord), Setting::Count},
    {CUPTI_ACTIVITY_KIND_DEVICE, sizeof(DeviceRecord), Setting::StrideDevice},
    {CUPTI_ACTIVITY_KIND_CONTEXT, sizeof(ContextRecord), Setting::StrideContext},
    {CUPTI_ACTIVITY_KIND_JIT, sizeof(JitRecord), Setting::StrideJit},
    {CUPTI_ACTIVITY_KIND_MEMORY_POOL, sizeof(PoolRecord), Setting::StridePool},
    {CUPTI_ACTIVITY_KIND_NVLINK, sizeof(LinkRecord), Setting::StrideLink},
};

// As long as its kind's records are: an older library's are shorter; a newer one's hold more than anybody here knows.
template<class Record>
std::vector<std::byte> laidOut(const Record& record) {
    constexpr std::byte kUnknown{0xEE};
    std::vector<std::byte> bytes(CuptiRecords::strideOf(record.kind), kUnknown);
    std::memcpy(bytes.data(), &record, std::min(bytes.size(), sizeof record));
    return bytes;
}

template<class Record>
void setPlace(Record& record, const Work& work) {
    record.deviceId = work.device;
    record.contextId = contextId(int(work.device));
    record.streamId = work.stream;
    record.correlationId = work.correlation;
    record.graphId = work.graph;
    record.graphNodeId = work.node;
}

// Records of older versions do not say it.
template<class Record>
void setThread(Record& record) {
    if constexpr (requires { record.threadId; }) {
        record.processId = uint32_t(getpid());
        record.threadId = uint32_t(uintptr_t(pthread_self()));
    }
}

uint8_t copyKind(const Work& work) {
    const bool from = work.from == MemoryKind::Device || work.from == MemoryKind::Managed;
    const bool to = work.to == MemoryKind::Device || work.to == MemoryKind::Managed;
    if (from) {
        return to ? CUPTI_ACTIVITY_MEMCPY_KIND_DTOD : CUPTI_ACTIVITY_MEMCPY_KIND_DTOH;
    }
    return to ? CUPTI_ACTIVITY_MEMCPY_KIND_HTOD : CUPTI_ACTIVITY_MEMCPY_KIND_HTOH;
}

} // namespace

size_t CuptiRecords::strideOf(uint32_t kind) {
    for (const Layout& layout : kLayouts) {
        if (layout.kind == kind) {
            const int64_t said = layout.stride == Setting::Count ? 0 : setting(layout.stride);
            return said > 0 ? size_t(said) : said < 0 ? 0 : layout.bytes;
        }
    }
    return 0;
}

bool CuptiRecords::isUnknown(uint32_t kind) {
    return std::ranges::any_of(kLayouts, [kind](const Layout& layout) {
        return layout.kind == kind && layout.stride != Setting::Count && setting(layout.stride) < 0;
    });
}

template<class Record>
void CuptiRecords::add(const Record& record) {
    records.add(laidOut(record));
}

template<class Record>
void CuptiRecords::addWork(const Record& record, ns start, ns end, uint32_t stream) {
    Record stamped = record;
    const bool zero = setting(Setting::ZeroWithClock) != 0 && clock.isSet();
    stamped.start = zero ? 0 : clock.converted(start);
    stamped.end = zero ? 0 : clock.converted(end);
    records.addWork(laidOut(stamped), {offsetof(Record, start), offsetof(Record, end), start, end, stream});
}

void CuptiRecords::worked(const Work& work) {
    if (work.graph != 0 && wants(CUPTI_ACTIVITY_KIND_GRAPH_TRACE)) {
        return; // the graph as a whole is recorded instead
    }
    switch (work.kind) {
    case Work::Kind::Kernel:
        return kernelRan(work);
    case Work::Kind::Copy:
        return work.betweenDevices() ? copiedBetweenDevices(work) : copied(work);
    case Work::Kind::Fill:
        return filled(work);
    default:
        return;
    }
}

void CuptiRecords::kernelRan(const Work& work) {
    const bool concurrent = wants(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
    if (!concurrent && !wants(CUPTI_ACTIVITY_KIND_KERNEL)) {
        return;
    }
    KernelRecord record{};
    record.kind = concurrent ? CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL : CUPTI_ACTIVITY_KIND_KERNEL;
    setPlace(record, work);
    record.name = work.name;
    record.gridX = int32_t(work.grid[0]);
    record.gridY = int32_t(work.grid[1]);
    record.gridZ = int32_t(work.grid[2]);
    record.blockX = int32_t(work.block[0]);
    record.blockY = int32_t(work.block[1]);
    record.blockZ = int32_t(work.block[2]);
    record.clusterX = work.cluster[0];
    record.clusterY = work.cluster[1];
    record.clusterZ = work.cluster[2];
    record.registersPerThread = 32;
    record.dynamicSharedMemory = int32_t(work.dynamicShared);
    record.sharedMemoryExecuted = work.dynamicShared;
    record.gridId = ++lastGrid_;
    record.launchType = CUPTI_ACTIVITY_LAUNCH_TYPE_REGULAR;
    record.channelID = 8;
    record.channelType = CUPTI_CHANNEL_TYPE_COMPUTE;
    if (latencyTimestamps) {
        record.queued = clock.converted(work.queued);
        record.submitted = clock.converted(work.queued + kSubmission);
    }
    addWork(record, work.start, work.end, work.stream);
}

void CuptiRecords::copied(const Work& work) {
    if (!wants(CUPTI_ACTIVITY_KIND_MEMCPY)) {
        return;
    }
    CopyRecord record{};
    record.kind = CUPTI_ACTIVITY_KIND_MEMCPY;
    setPlace(record, work);
    record.copyKind = copyKind(work);
    record.srcKind = uint8_t(work.from);
    record.dstKind = uint8_t(work.to);
    record.flags = work.asynchronous ? CUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC : 0;
    record.bytes = work.bytes;
    record.channelID = 3;
    record.channelType = CUPTI_CHANNEL_TYPE_ASYNC_MEMCPY;
    record.copyCount = 1;
    addWork(record, work.start, work.end, work.stream);
}

void CuptiRecords::copiedBetweenDevices(const Work& work) {
    if (!wants(CUPTI_ACTIVITY_KIND_MEMCPY2)) {
        return;
    }
    PeerCopyRecord record{};
    record.kind = CUPTI_ACTIVITY_KIND_MEMCPY2;
    setPlace(record, work);
    record.copyKind = CUPTI_ACTIVITY_MEMCPY_KIND_PTOP;
    record.srcKind = uint8_t(work.from);
    record.dstKind = uint8_t(work.to);
    record.flags = work.asynchronous ? CUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC : 0;
    record.bytes = work.bytes;
    record.srcDeviceId = work.fromDevice;
    record.srcContextId = contextId(int(work.fromDevice));
    record.dstDeviceId = work.toDevice;
    record.dstContextId = contextId(int(work.toDevice));
    addWork(record, work.start, work.end, work.stream);
}

void CuptiRecords::filled(const Work& work) {
    if (!wants(CUPTI_ACTIVITY_KIND_MEMSET)) {
        return;
    }
    FillRecord record{};
    record.kind = CUPTI_ACTIVITY_KIND_MEMSET;
    setPlace(record, work);
    record.value = work.value;
    record.bytes = work.bytes;
    record.memoryKind = uint16_t(work.to);
    record.flags = work.asynchronous ? CUPTI_ACTIVITY_FLAG_MEMSET_ASYNC : 0;
    addWork(record, work.start, work.end, work.stream);
}

void CuptiRecords::graphLaunched(const Graph& graph, const Stream& stream, ns start, ns end) {
    if (!wants(CUPTI_ACTIVITY_KIND_GRAPH_TRACE)) {
        return;
    }
    GraphTraceRecord record{};
    record.kind = CUPTI_ACTIVITY_KIND_GRAPH_TRACE;
    record.correlationId = currentCorrelation();
    record.deviceId = record.endDeviceId = uint32_t(stream.device);
    record.contextId = record.endContextId = contextId(stream.device);
    record.streamId = stream.id;
    record.graphId = graph.id;
    addWork(record, start, end, stream.id);
}

void CuptiRecords::eventRecorded(const Event& event) {
    if (!wants(CUPTI_ACTIVITY_KIND_CUDA_EVENT)) {
        return;
    }
    EventRecord record{};
    record.kind = CUPTI_ACTIVITY_KIND_CUDA_EVENT;
    record.correlationId = currentCorrelation();
    record.contextId = contextId(event.device);
    record.deviceId = uint32_t(event.device);
    record.streamId = event.stream;
    record.eventId = event.id;
    record.cudaEventSyncId = event.record;
    record.deviceTimestamp = eventTimestamps ? clock.converted(event.when) : 0;
    const size_t at = offsetof(EventRecord, deviceTimestamp);
    records.addWork(laidOut(record), {at, at, event.when, event.when, event.stream});
}

void CuptiRecords::synchronized(const Synchronization& what) {
    if (!wants(CUPTI_ACTIVITY_KIND_SYNCHRONIZATION) || !(what.over || polls)) {
        return;
    }
    SynchronizationRecord record{};
    if constexpr (requires { record.returnValue; }) {
        constexpr uint32_t kNotReady = 600;
        record.returnValue = what.over ? 0 : kNotReady;
    }
    record.kind = CUPTI_ACTIVITY_KIND_SYNCHRONIZATION;
    record.type = CUpti_ActivitySynchronizationType(what.wait);
    record.start = clock.converted(what.start);
    record.end = clock.converted(what.end);
    record.correlationId = currentCorrelation();
    record.contextId = contextId(what.stream != nullptr ? what.stream->device : Gpu::currentDevice());
    record.streamId = CUPTI_SYNCHRONIZATION_INVALID_VALUE;
    record.cudaEventId = CUPTI_SYNCHRONIZATION_INVALID_VALUE;
    if (what.stream != nullptr) {
        record.streamId = what.stream->id;
    }
    if (what.event != nullptr) {
        record.cudaEventId = what.event->id;
        record.cudaEventSyncId = what.event->record;
    }
    add(record);
}

void CuptiRecords::allocated(const Block& block, bool freed, const Pool& pool) {
    if (!wants(CUPTI_ACTIVITY_KIND_MEMORY2)) {
        return;
    }
    MemoryRecord record{};
    record.kind = CUPTI_ACTIVITY_KIND_MEMORY2;
    record.memoryOperationType = freed ? CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE
                                       : CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION;
    record.memoryKind = CUpti_ActivityMemoryKind(block.kind);
    record.correlationId = currentCorrelation();
    record.address = block.base;
    record.bytes = block.bytes;
    record.timestamp = clock.now();
    record.processId = uint32_t(getpid());
    record.deviceId = uint32_t(block.device);
    record.contextId = contextId(block.device);
    if (pool.address != 0) {
        record.isAsync = 1;
        record.memoryPoolConfig.memoryPoolType = CUPTI_ACTIVITY_MEMORY_POOL_TYPE_LOCAL;
        record.memoryPoolConfig.address = pool.address;
        record.memoryPoolConfig.pool.size = pool.bytes;
        record.memoryPoolConfig.utilizedSize = pool.used;
    }
    add(record);
}

void CuptiRecords::poolChanged(const Pool& pool, PoolStep step) {
    if (!wants(CUPTI_ACTIVITY_KIND_MEMORY_POOL)) {
        return;
    }
    PoolRecord record{};
    record.kind = CUPTI_ACTIVITY_KIND_MEMORY_POOL;
    record.memoryPoolOperationType = CUpti_ActivityMemoryPoolOperationType(step);
    record.memoryPoolType = CUPTI_ACTIVITY_MEMORY_POOL_TYPE_LOCAL;
    record.correlationId = currentCorrelation();
    record.processId = uint32_t(getpid());
    record.deviceId = uint32_t(pool.device);
    record.minBytesToKeep = pool.kept;
    record.address = pool.address;
    record.size = pool.bytes;
    record.utilizedSize = pool.used;
    record.timestamp = clock.now();
    add(record);
}

void CuptiRecords::compiled(const Compilation& what) {
    if (!wants(CUPTI_ACTIVITY_KIND_JIT)) {
        return;
    }
    JitRecord record{};
    record.kind = CUPTI_ACTIVITY_KIND_JIT;
    record.jitEntryType = CUPTI_ACTIVITY_JIT_ENTRY_PTX_TO_CUBIN;
    record.jitOperationType = CUpti_ActivityJitOperationType(what.step);
    record.deviceId = uint32_t(what.device);
    record.start = clock.converted(what.start);
    record.end = clock.converted(what.end);
    record.correlationId = currentCorrelation();
    record.jitOperationCorrelationId = what.unit;
    if (what.step != CompileStep::Compile) {
        record.cacheSize = 256 << 20;
        record.cachePath = "/home/player/.nv/ComputeCache";
    }
    setThread(record);
    add(record);
}

void CuptiRecords::streamCreated(const Stream& stream) {
    if (!wants(CUPTI_ACTIVITY_KIND_STREAM)) {
        return;
    }
    CUpti_ActivityStream record{};
    record.kind = CUPTI_ACTIVITY_KIND_STREAM;
    record.contextId = contextId(stream.device);
    record.streamId = stream.id;
    record.priority = uint32_t(stream.priority);
    record.flag = stream.blocking ? CUPTI_ACTIVITY_STREAM_CREATE_FLAG_DEFAULT
                                  : CUPTI_ACTIVITY_STREAM_CREATE_FLAG_NON_BLOCKING;
    record.correlationId = currentCorrelation();
    add(record);
}

void CuptiRecords::initialized() {
    for (const auto kind : {CUPTI_ACTIVITY_KIND_DEVICE, CUPTI_ACTIVITY_KIND_NVLINK}) {
        if (wants(kind)) {
            dump(kind);
        }
    }
}

void CuptiRecords::dump(CUpti_ActivityKind kind) {
    if (!isDriverUp()) {
        return;
    }
    if (kind == CUPTI_ACTIVITY_KIND_DEVICE) {
        describeDevices();
    } else if (kind == CUPTI_ACTIVITY_KIND_NVLINK) {
        describeLinks();
    } else if (kind == CUPTI_ACTIVITY_KIND_STREAM) {
        for (const Stream* stream : gpu().streams()) {
            CuptiRecords::streamCreated(*stream);
        }
    }
    for (int i = 0; kind == CUPTI_ACTIVITY_KIND_CONTEXT && i < gpu().devices(); i++) {
        if (gpu().hasContext(i)) {
            describeContext(i);
        }
    }
}

void CuptiRecords::describeContext(int device) {
    ContextRecord record{};
    record.kind = CUPTI_ACTIVITY_KIND_CONTEXT;
    record.contextId = contextId(device);
    record.deviceId = uint32_t(device);
    record.computeApiKind = CUPTI_ACTIVITY_COMPUTE_API_CUDA;
    record.nullStreamId = kDefaultStreamId;
    add(record);
}

void CuptiRecords::describeLinks() {
    for (int second = 1; second < gpu().devices(); second++) {
        for (int first = 0; first < second; first++) {
            LinkRecord record{};
            record.kind = CUPTI_ACTIVITY_KIND_NVLINK;
            record.nvlinkVersion = 4;
            record.typeDev0 = record.typeDev1 = CUPTI_DEV_TYPE_GPU;
            std::memset(&record.idDev0.uuidDev, 0x50 + first, sizeof record.idDev0.uuidDev);
            std::memset(&record.idDev1.uuidDev, 0x50 + second, sizeof record.idDev1.uuidDev);
            record.physicalNvLinkCount = 18;
            record.bandwidth = 450'000'000; // kB/s
            record.nvswitchConnected = 1;
            add(record);
        }
    }
}

void CuptiRecords::describeDevices() {
    for (int device = 0; device < gpu().devices(); device++) {
        DeviceRecord record{};
        record.kind = CUPTI_ACTIVITY_KIND_DEVICE;
        record.id = uint32_t(device);
        record.name = Gpu::deviceName();
        record.globalMemoryBandwidth = 3352320000; // kB/s
        record.globalMemorySize = Memory::total();
        record.numMultiprocessors = uint32_t(setting(Setting::Sms));
        record.numThreadsPerWarp = 32;
        record.coreClockRate = 1980000; // kHz
        record.maxThreadsPerBlock = 1024;
        record.maxWarpsPerMultiprocessor = 64;
        record.maxBlocksPerMultiprocessor = 32;
        record.maxRegistersPerMultiprocessor = 65536;
        record.maxSharedMemoryPerMultiprocessor = 233472;
        record.maxSharedMemoryPerBlock = 49152;
        record.l2CacheSize = 52428800;
        record.computeCapabilityMajor = uint32_t(setting(Setting::ComputeCapability) / 10);
        record.computeCapabilityMinor = uint32_t(setting(Setting::ComputeCapability) % 10);
        record.isMigEnabled = setting(Setting::Mig) != 0;
        std::memset(&record.uuid, 0x50 + device, sizeof record.uuid);
        add(record);
    }
}

} // namespace played
