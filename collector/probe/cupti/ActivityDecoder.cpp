#include "collector/probe/cupti/ActivityDecoder.h"

#include <algorithm>
#include <cstring>

namespace lanes::probe::cupti {

namespace {

using ring::RecordType;

constexpr std::size_t kMaxDeviceNameBytes = 256;
constexpr std::size_t kMaxPathBytes = 1024;
constexpr std::size_t kMaxKernelNameBytes = 4096; // templates have long names
constexpr std::uint8_t kAsyncFlag = 1;            // CUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC

template<std::size_t kCount>
void mark(std::bitset<kFunctions>& functions, const IdRange (&ranges)[kCount]) {
    for (const IdRange& range : ranges) {
        for (std::uint32_t id = range.first; id <= range.last; ++id) {
            functions.set(id);
        }
    }
}

// What the vendor adds later is as good as not known.
std::uint8_t upTo(std::uint32_t number, std::uint32_t most) {
    return static_cast<std::uint8_t>(number <= most ? number : 0);
}

ring::MemoryKind memoryKind(std::uint32_t kind) {
    return kind <= static_cast<std::uint32_t>(ring::MemoryKind::ManagedStatic)
               ? static_cast<ring::MemoryKind>(kind)
               : ring::MemoryKind::Unknown;
}

ring::DevicePlace placeOf(const ActivityRecord& record, const PlaceFields& fields) {
    return {record.get(fields.device), record.get(fields.context), record.get(fields.stream),
            record.get(fields.graph), record.get(fields.node)};
}

constexpr CopyFields kCopyFields{
    copy::kKind,       copy::kFrom,
    copy::kTo,         copy::kFlags,
    copy::kStart,      copy::kEnd,
    copy::kBytes,      {copy::kDevice, copy::kContext, copy::kStream, copy::kGraph, copy::kGraphNode},
    copy::kDevice,     copy::kDevice,
    copy::kCorrelation};
constexpr CopyFields kPeerCopyFields{
    peer::kKind,       peer::kFrom,
    peer::kTo,         peer::kFlags,
    peer::kStart,      peer::kEnd,
    peer::kBytes,      {peer::kDevice, peer::kContext, peer::kStream, peer::kGraph, peer::kGraphNode},
    peer::kFromDevice, peer::kToDevice,
    peer::kCorrelation};

// "cudaLaunchKernel" of "cudaLaunchKernel_v7000": the version at which that number was given.
std::string_view withoutVersion(std::string_view name) {
    const std::size_t at = name.rfind("_v");
    const bool version = at != name.npos && name.find_first_not_of("0123456789", at + 2) == name.npos;
    return version && at + 2 < name.size() ? name.substr(0, at) : name;
}

// At most that much of a text of CUPTI.
std::string_view bounded(const char* text, std::size_t bytes) {
    return text != nullptr ? std::string_view(text, strnlen(text, bytes)) : std::string_view();
}

// CUpti_ActivityOverheadKind, as Kineto calls them: what code is loaded or compiled is told by them (HostRole.h).
const char* overheadName(std::uint32_t what) {
    switch (what) {
    case 1:
        return "Driver Compiler";
    case 1U << 16:
        return "Buffer Flush";
    case 2U << 16:
        return "Instrumentation";
    case 3U << 16:
        return "Resource";
    case 4U << 16:
        return "Runtime Triggered Module Loading";
    case 5U << 16:
        return "Lazy Function Loading";
    case 6U << 16:
        return "Command Buffer Full";
    case 7U << 16:
        return "Activity Buffer Request";
    case 8U << 16:
        return "UVM Activity Init";
    default:
        return "Profiler overhead";
    }
}

} // namespace

ActivityDecoder::ActivityDecoder(const Functions& functions, DeviceRing& ring)
    : functions_(functions)
    , ring_(ring) {
    mark(noise_[static_cast<std::size_t>(Domain::Runtime)], kRuntimeNoise);
    mark(noise_[static_cast<std::size_t>(Domain::Driver)], kDriverShown);
    noise_[static_cast<std::size_t>(Domain::Driver)].flip();
}

void ActivityDecoder::decode(std::uint8_t* buffer, std::size_t valid, std::span<const std::uint32_t> taken) {
    const std::uint8_t* end = buffer + valid;
    std::uint8_t* at = nullptr;
    while (functions_.nextRecord(buffer, valid, &at) == 0) {
        if (at < buffer || at + sizeof(std::uint32_t) > end) {
            ring_.countSkipped(1);
            return;
        }
        while (!taken.empty() && buffer + taken.front() < at) {
            taken = taken.subspan(1);
        }
        if (taken.empty() || buffer + taken.front() != at) {
            decodeOne(at, static_cast<std::size_t>(end - at));
        }
    }
}

void ActivityDecoder::decodeOne(const std::uint8_t* at, std::size_t left) {
    std::uint32_t kind = 0;
    std::memcpy(&kind, at, sizeof kind);
    const std::size_t bytes = kind < kKinds ? strides_[kind] : 0;
    if (bytes == 0 || bytes > left) {
        ring_.countSkipped(kind < kKinds && others_[kind] ? 0 : 1);
    } else {
        write(static_cast<Kind>(kind), {at, bytes});
    }
}

void ActivityDecoder::write(Kind kind, const ActivityRecord& record) {
    switch (kind) {
    case Kind::Kernel:
        return writeKernel(record);
    case Kind::Copy:
        return writeCopy(record, kCopyFields);
    case Kind::PeerCopy:
        return writeCopy(record, kPeerCopyFields);
    case Kind::Fill:
        return writeFill(record);
    case Kind::RuntimeCall:
        return writeCall(Domain::Runtime, record);
    case Kind::DriverCall:
        return writeCall(Domain::Driver, record);
    case Kind::Synchronization:
        return writeSynchronization(record);
    case Kind::Event:
        return writeEvent(record);
    case Kind::Overhead:
        return writeOverhead(record);
    case Kind::Graph:
        return writeGraph(record);
    case Kind::Memory:
        return writeMemory(record);
    case Kind::Device:
        return writeDevice(record);
    case Kind::Context:
        return writeContext(record);
    case Kind::Stream:
        return writeStream(record);
    case Kind::Pool:
        return writePool(record);
    case Kind::Compilation:
        return writeCompilation(record);
    case Kind::Link:
        return writeLink(record);
    case Kind::External:
        return; // nothing of ours
    }
}

void ActivityDecoder::writeKernel(const ActivityRecord& record) {
    using namespace kernel;
    ring::Kernel out{};
    out.start = record.get(kStart);
    out.end = record.get(kEnd);
    out.queued = record.get(kQueued);
    out.submitted = record.get(kSubmitted);
    out.place = placeOf(record, {kDevice, kContext, kStream, kGraph, kGraphNode});
    out.name = ring_.nameOf(bounded(record.get(kName), kMaxKernelNameBytes));
    const Signed grid[] = {kGridX, kGridY, kGridZ};
    const Signed block[] = {kBlockX, kBlockY, kBlockZ};
    const Word cluster[] = {kClusterX, kClusterY, kClusterZ};
    for (std::size_t i = 0; i < 3; ++i) {
        out.grid[i] = record.get(grid[i]);
        out.block[i] = record.get(block[i]);
        out.cluster[i] = record.get(cluster[i]);
    }
    out.registers = record.get(kRegisters);
    out.staticShared = record.get(kStaticShared);
    out.dynamicShared = record.get(kDynamicShared);
    out.sharedExecuted = record.get(kSharedExecuted);
    out.localPerThread = record.get(kLocalPerThread);
    out.priority = record.get(kPriority);
    out.launchType = record.get(kLaunchType);
    ring_.write(RecordType::Kernel, out, 0, record.get(kCorrelation));
}

void ActivityDecoder::writeCopy(const ActivityRecord& record, const CopyFields& fields) {
    ring::DeviceCopy out{};
    out.start = record.get(fields.start);
    out.end = record.get(fields.end);
    out.bytes = record.get(fields.bytes);
    out.place = placeOf(record, fields.place);
    out.from = memoryKind(record.get(fields.from));
    out.to = memoryKind(record.get(fields.to));
    out.async = record.get(fields.flags) & kAsyncFlag;
    out.fromDevice = record.get(fields.fromDevice);
    out.toDevice = record.get(fields.toDevice);
    ring_.write(RecordType::DeviceCopy, out, record.get(fields.kind), record.get(fields.correlation));
}

void ActivityDecoder::writeFill(const ActivityRecord& record) {
    using namespace fill;
    ring::DeviceFill out{};
    out.start = record.get(kStart);
    out.end = record.get(kEnd);
    out.bytes = record.get(kBytes);
    out.place = placeOf(record, {kDevice, kContext, kStream, kGraph, kGraphNode});
    out.value = record.get(kValue);
    const auto memory = static_cast<std::uint8_t>(memoryKind(record.get(kMemory)));
    ring_.write(RecordType::DeviceFill, out, memory, record.get(kCorrelation));
}

void ActivityDecoder::writeCall(Domain domain, const ActivityRecord& record) {
    using namespace call;
    const std::uint32_t function = record.get(kFunction);
    if (function < kFunctions && noise_[static_cast<std::size_t>(domain)][function]) {
        return;
    }
    const char* text = nullptr;
    std::string_view name;
    if (functions_.callbackName(domain, function, &text) == 0 && text != nullptr) {
        name = domain == Domain::Runtime ? withoutVersion(text) : std::string_view(text);
    }
    ring::ApiCall out{};
    out.start = record.get(kStart);
    out.end = record.get(kEnd);
    out.name = ring_.nameOf(name);
    out.thread = record.get(kThread);
    out.result = static_cast<std::int32_t>(record.get(kResult));
    const auto level = domain == Domain::Runtime ? ring::ApiLevel::Runtime : ring::ApiLevel::Driver;
    ring_.write(RecordType::ApiCall, out, static_cast<std::uint8_t>(level), record.get(kCorrelation));
}

void ActivityDecoder::writeSynchronization(const ActivityRecord& record) {
    using namespace synchronization;
    if (record.get(kResult) != 0) {
        return; // a query, which waits for nothing
    }
    ring::Synchronization out{};
    out.start = record.get(kStart);
    out.end = record.get(kEnd);
    out.context = record.get(kContext);
    out.stream = record.get(kStream);
    out.event = record.get(kEvent);
    out.eventRecord = record.get(kEventRecord);
    const auto type = upTo(record.get(kType), static_cast<std::uint32_t>(ring::SynchronizationKind::Context));
    ring_.write(RecordType::Synchronization, out, type, record.get(kCorrelation));
}

void ActivityDecoder::writeEvent(const ActivityRecord& record) {
    using namespace event;
    ring::DeviceEvent out{};
    out.record = record.get(kRecord);
    out.context = record.get(kContext);
    out.stream = record.get(kStream);
    out.event = record.get(kEvent);
    ring_.write(RecordType::DeviceEvent, out, 0, record.get(kCorrelation));
}

void ActivityDecoder::writeOverhead(const ActivityRecord& record) {
    using namespace overhead;
    ring::ProfilerOverhead out{};
    out.start = record.get(kStart);
    out.end = record.get(kEnd);
    out.name = ring_.nameOf(overheadName(record.get(kWhat)));
    const bool ofThread = record.get(kObject) == kOfThread;
    ring_.write(RecordType::ProfilerOverhead, out, 0, ofThread ? record.get(kThread) : 0);
}

void ActivityDecoder::writeGraph(const ActivityRecord& record) {
    using namespace graph;
    ring::GraphRun out{};
    out.start = record.get(kStart);
    out.end = record.get(kEnd);
    out.place = {record.get(kDevice), record.get(kContext), record.get(kStream), record.get(kGraph), 0};
    ring_.write(RecordType::GraphRun, out, 0, record.get(kCorrelation));
}

void ActivityDecoder::writeMemory(const ActivityRecord& record) {
    using namespace memory;
    ring::ApiMemory out{};
    out.time = record.get(kTime);
    out.address = record.get(kAddress);
    out.bytes = record.get(kBytes);
    out.device = record.get(kDevice);
    out.context = record.get(kContext);
    const std::uint32_t stream = record.get(kStream);
    out.stream = stream != 0 ? stream : ring::kNoStream; // CUPTI_INVALID_STREAM_ID
    out.kind = memoryKind(record.get(kKind));
    out.async = record.get(kAsync) != 0 ? 1 : 0;
    out.pool = record.get(kPool);
    out.poolBytes = record.get(kPoolBytes);
    out.poolUsed = record.get(kPoolUsed);
    const std::uint32_t operation = record.get(kOperation);
    ring_.write(RecordType::ApiMemory, out, static_cast<std::uint8_t>(operation), record.get(kCorrelation));
}

void ActivityDecoder::writePool(const ActivityRecord& record) {
    using namespace pool;
    ring::PoolChange out{};
    out.time = record.get(kTime);
    out.pool = record.get(kAddress);
    out.bytes = record.get(kBytes);
    out.used = record.get(kUsed);
    out.kept = record.get(kKept);
    out.threshold = record.get(kThreshold);
    out.device = record.get(kDevice);
    const auto operation =
        upTo(record.get(kOperation), static_cast<std::uint32_t>(ring::PoolOperation::Trimmed));
    ring_.write(RecordType::PoolChange, out, operation, record.get(kCorrelation));
}

void ActivityDecoder::writeCompilation(const ActivityRecord& record) {
    using namespace compilation;
    ring::Compilation out{};
    out.start = record.get(kStart);
    out.end = record.get(kEnd);
    out.unit = record.get(kUnit);
    out.bytes = record.get(kCacheBytes);
    out.cache = ring_.nameOf(bounded(record.get(kCachePath), kMaxPathBytes));
    out.thread = record.get(kThread);
    out.device = record.get(kDevice);
    out.from = record.get(kFrom);
    const auto step = upTo(record.get(kStep), static_cast<std::uint32_t>(ring::CompilationStep::Compile));
    ring_.write(RecordType::Compilation, out, step, record.get(kCorrelation));
}

void ActivityDecoder::writeLink(const ActivityRecord& record) {
    using namespace link;
    ring::DeviceLink out{};
    const auto copyUuid = [&](Word type, Field<Uuid> from, std::uint8_t* to) {
        if (record.get(type) == kOfGpu) {
            const Uuid uuid = record.get(from);
            std::memcpy(to, uuid.bytes, sizeof uuid.bytes);
        }
    };
    copyUuid(kFirstType, kFirst, out.first);
    copyUuid(kSecondType, kSecond, out.second);
    out.version = record.get(kVersion);
    for (const End& end : kEnds) {
        if (end.bytes == record.bytes()) {
            out.bandwidth = record.get(end.bandwidth);
            out.throughSwitch = record.get(end.throughSwitch);
        }
    }
    ring_.write(RecordType::DeviceLink, out, 0, record.get(kPhysical));
}

void ActivityDecoder::writeDevice(const ActivityRecord& record) {
    using namespace device;
    hasDevices_ = true;
    ring::DeviceFacts out{};
    const Uuid uuid = record.get(kUuid);
    std::memcpy(out.uuid, uuid.bytes, sizeof out.uuid);
    out.memory = record.get(kMemory);
    out.bandwidth = record.get(kBandwidth);
    out.processors = record.get(kProcessors);
    out.coreClock = record.get(kCoreClock);
    out.computeMajor = record.get(kComputeMajor);
    out.computeMinor = record.get(kComputeMinor);
    out.warpThreads = record.get(kWarpThreads);
    out.maxWarps = record.get(kMaxWarps);
    out.maxBlocks = record.get(kMaxBlocks);
    out.maxRegisters = record.get(kMaxRegisters);
    out.maxShared = record.get(kMaxShared);
    out.maxThreadsPerBlock = record.get(kMaxThreadsPerBlock);
    out.maxSharedPerBlock = record.get(kMaxSharedPerBlock);
    out.l2Bytes = record.get(kL2Bytes);
    const std::string_view name = bounded(record.get(kName), kMaxDeviceNameBytes);
    out.nameBytes = static_cast<std::uint32_t>(name.size());
    ring_.write(RecordType::DeviceFacts, out, record.get(kNumber), name);
}

void ActivityDecoder::writeContext(const ActivityRecord& record) {
    using namespace context;
    ring::ContextFacts out{};
    out.device = record.get(kDevice);
    ring_.write(RecordType::ContextFacts, out, 0, record.get(kContext));
}

void ActivityDecoder::writeStream(const ActivityRecord& record) {
    using namespace stream;
    ring::StreamFacts out{};
    out.context = record.get(kContext);
    out.priority = static_cast<std::int32_t>(record.get(kPriority));
    out.flag = record.get(kFlag);
    ring_.write(RecordType::StreamFacts, out, 0, record.get(kStream));
}

} // namespace lanes::probe::cupti
