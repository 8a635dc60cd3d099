// What CUPTI's records say, as fields of a line of JSON: the program's own view of itself.
#pragma once

#include <generated_cuda_versions.h>

#include <cstdint>
#include <string>

inline std::string field(const char* name, const char* value) {
    return std::string("\"") + name + "\": \"" + value + "\", ";
}

inline std::string field(const char* name, uint64_t value) {
    return std::string("\"") + name + "\": " + std::to_string(value) + ", ";
}

template<class Record>
const Record& as(const CUpti_Activity* record) {
    return *reinterpret_cast<const Record*>(record);
}

template<class Record>
inline std::string work(const char* kind, const Record& record) {
    return field("record", kind) + field("start", record.start) + field("end", record.end) +
           field("device", record.deviceId) + field("context", record.contextId) +
           field("stream", record.streamId) + field("correlation", record.correlationId) +
           field("graph", record.graphId);
}

template<class Record>
inline std::string node(const Record& record) {
    return field("node", record.graphNodeId);
}

inline std::string call(const CUpti_ActivityAPI& record) {
    const bool runtime = record.kind == CUPTI_ACTIVITY_KIND_RUNTIME;
    const char* name = "?";
    cuptiGetCallbackName(runtime ? CUPTI_CB_DOMAIN_RUNTIME_API : CUPTI_CB_DOMAIN_DRIVER_API, record.cbid,
                         &name);
    return field("record", runtime ? "runtime" : "driver") + field("name", name) +
           field("start", record.start) + field("end", record.end) +
           field("correlation", record.correlationId) + field("result", record.returnValue);
}

inline std::string waitText(const played::SynchronizationRecord& record) {
    return field("record", "synchronization") + field("type", record.type) + field("start", record.start) +
           field("end", record.end) + field("stream", record.streamId) + field("event", record.cudaEventId) +
           field("event record", record.cudaEventSyncId) + field("correlation", record.correlationId);
}

inline std::string memoryText(const played::MemoryRecord& record) {
    return field("record", "memory") + field("operation", record.memoryOperationType) +
           field("memory", record.memoryKind) + field("address", record.address) +
           field("bytes", record.bytes) + field("device", record.deviceId) +
           field("correlation", record.correlationId);
}

inline std::string rest(const CUpti_Activity* record) {
    switch (record->kind) {
    case CUPTI_ACTIVITY_KIND_JIT:
        return field("record", "compilation") +
               field("step", as<played::JitRecord>(record).jitOperationType) +
               field("start", as<played::JitRecord>(record).start) +
               field("end", as<played::JitRecord>(record).end) +
               field("correlation", as<played::JitRecord>(record).correlationId);
    case CUPTI_ACTIVITY_KIND_MEMORY_POOL:
        return field("record", "pool") +
               field("step", as<played::PoolRecord>(record).memoryPoolOperationType) +
               field("pool", as<played::PoolRecord>(record).address) +
               field("bytes", as<played::PoolRecord>(record).size);
    case CUPTI_ACTIVITY_KIND_NVLINK:
        return field("record", "link") + field("links", as<played::LinkRecord>(record).physicalNvLinkCount);
    default:
        return field("record", "unknown");
    }
}

inline std::string describe(const CUpti_Activity* record) {
    switch (record->kind) {
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL: {
        const auto& kernel = as<played::KernelRecord>(record);
        return work("kernel", kernel) + node(kernel) + field("name", kernel.name) +
               field("grid", kernel.gridX) + field("block", kernel.blockX) +
               field("shared", kernel.dynamicSharedMemory);
    }
    case CUPTI_ACTIVITY_KIND_MEMCPY:
        return work("memcpy", as<played::CopyRecord>(record)) + node(as<played::CopyRecord>(record)) +
               field("direction", as<played::CopyRecord>(record).copyKind) +
               field("bytes", as<played::CopyRecord>(record).bytes);
    case CUPTI_ACTIVITY_KIND_MEMCPY2:
        return work("memcpy2", as<played::PeerCopyRecord>(record)) +
               field("from", as<played::PeerCopyRecord>(record).srcDeviceId) +
               field("to", as<played::PeerCopyRecord>(record).dstDeviceId);
    case CUPTI_ACTIVITY_KIND_MEMSET:
        return work("memset", as<played::FillRecord>(record)) + node(as<played::FillRecord>(record)) +
               field("value", as<played::FillRecord>(record).value) +
               field("bytes", as<played::FillRecord>(record).bytes);
    case CUPTI_ACTIVITY_KIND_RUNTIME:
    case CUPTI_ACTIVITY_KIND_DRIVER:
        return call(as<CUpti_ActivityAPI>(record));
    case CUPTI_ACTIVITY_KIND_SYNCHRONIZATION:
        return waitText(as<played::SynchronizationRecord>(record));
    case CUPTI_ACTIVITY_KIND_CUDA_EVENT:
        return field("record", "event") + field("stream", as<played::EventRecord>(record).streamId) +
               field("event", as<played::EventRecord>(record).eventId) +
               field("at", as<played::EventRecord>(record).deviceTimestamp) +
               field("event record", as<played::EventRecord>(record).cudaEventSyncId);
    case CUPTI_ACTIVITY_KIND_GRAPH_TRACE:
        return field("record", "graph") + field("start", as<played::GraphTraceRecord>(record).start) +
               field("end", as<played::GraphTraceRecord>(record).end) +
               field("graph", as<played::GraphTraceRecord>(record).graphId) +
               field("correlation", as<played::GraphTraceRecord>(record).correlationId);
    case CUPTI_ACTIVITY_KIND_MEMORY2:
        return memoryText(as<played::MemoryRecord>(record));
    case CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION:
        return field("record", "external") +
               field("id", as<CUpti_ActivityExternalCorrelation>(record).externalId) +
               field("correlation", as<CUpti_ActivityExternalCorrelation>(record).correlationId);
    case CUPTI_ACTIVITY_KIND_DEVICE:
        return field("record", "device") + field("name", as<played::DeviceRecord>(record).name) +
               field("id", as<played::DeviceRecord>(record).id) +
               field("mig", as<played::DeviceRecord>(record).isMigEnabled);
    case CUPTI_ACTIVITY_KIND_CONTEXT:
        return field("record", "context") + field("id", as<played::ContextRecord>(record).contextId) +
               field("device", as<played::ContextRecord>(record).deviceId);
    case CUPTI_ACTIVITY_KIND_STREAM:
        return field("record", "stream") + field("id", as<CUpti_ActivityStream>(record).streamId);
    case CUPTI_ACTIVITY_KIND_OVERHEAD:
        return field("record", "overhead") + field("what", as<played::OverheadRecord>(record).overheadKind);
    default:
        return rest(record);
    }
}
