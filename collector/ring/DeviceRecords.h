// Records of the work of devices (GPUs) and of the API calls that start it: the GPU part of the contract of
// Records.h. The names are vendor-neutral. CUPTI is the source that fills them in.
//
// Two kinds of rings hold these records. The ring of a thread holds Launch and GraphNode, recorded while the thread
// makes the call. They stand among the thread's operators, so the open operator is the one that launched the work.
// The other records stand in one separate ring per process: the ring of delivered records. The threads that receive
// records from the vendor's library write it under a lock. That ring has no ThreadStart. Its records come late and in
// any order; the reader joins them by correlation. A correlation is unique within the process only, and is used again
// after 2^32 calls. Name ids belong to the ring in which they stand.
//
// Times called `ticks` are in the unit of the session's clock. All others are ns of the device's clock, which
// ClockPairs tie to the session's clock. A time that is not known is 0. The probe passes times on as the vendor gave
// them, even impossible ones; the reader checks and counts those.
#pragma once

#include "collector/ring/Records.h"

namespace lanes::ring {

// In the ring of a thread.

// A call that may launch work begins. Its end and its name come with the ApiCall.
struct Launch {
    RecordHeader header; // key: correlation
    std::uint64_t ticks;
    std::uint32_t stack; // innermost node, 0 where no Python runs on the thread
    std::uint32_t padding;
};

// The argument values of the launch that was recorded right before, where the kernel's parameters are known
// (KernelSignature.h).
struct LaunchArguments {
    RecordHeader header;     // key: correlation; flags: the number of values
    std::uint32_t signature; // name: "x_ptr: *fp32, n: i32"
    std::uint32_t padding;
    // std::uint64_t values[flags], one for each parameter that has a value, in the order of the parameters
};

// The thread added a node to a graph; replays of the graph will run the node's work. With kClonedNode an executable
// graph has copied a node: `original` is the node that was added before, perhaps by another thread.
struct GraphNode {
    RecordHeader header; // flags: kClonedNode or 0
    std::uint64_t ticks;
    std::uint64_t node;
    std::uint64_t original; // 0 unless cloned
    std::uint32_t stack;
    std::uint32_t padding;
};
constexpr std::uint8_t kClonedNode = 1;

// In the ring of delivered records.

// The place where work ran, and the graph that it was part of.
struct DevicePlace {
    std::uint32_t device; // as the process numbers its devices
    std::uint32_t context;
    std::uint32_t stream;
    std::uint32_t graph;     // executable graph, 0: none
    std::uint64_t graphNode; // 0: none
};

struct Kernel {
    RecordHeader header; // key: correlation
    std::uint64_t start;
    std::uint64_t end;
    std::uint64_t queued;    // in the command buffer
    std::uint64_t submitted; // to the device
    DevicePlace place;
    std::uint32_t name;
    std::int32_t grid[3];
    std::int32_t block[3];
    std::uint32_t cluster[3]; // of blocks; 0: not known
    std::uint32_t registers;  // per thread
    std::int32_t staticShared;
    std::int32_t dynamicShared;   // bytes per block, as asked for
    std::uint32_t sharedExecuted; // bytes per block, as the driver set it
    std::uint32_t localPerThread; // bytes
    std::int32_t priority;        // of the launch
    std::uint32_t launchType;     // 0 regular, 1 cooperative on one device, 2 on several
    std::uint32_t padding;
};

// The memory that a copy reads or writes, numbered as CUpti_ActivityMemoryKind.
enum class MemoryKind : std::uint8_t {
    Unknown,
    Pageable,
    Pinned,
    Device,
    Array,
    Managed,
    DeviceStatic,
    ManagedStatic
};

struct DeviceCopy {
    // Key: correlation; flags: CUpti_ActivityMemcpyKind (1 host to device, 2 device to host, 8 within a device,
    // 9 host to host, 10 peer to peer).
    RecordHeader header;
    std::uint64_t start;
    std::uint64_t end;
    std::uint64_t bytes;
    DevicePlace place;
    MemoryKind from;
    MemoryKind to;
    std::uint8_t async;
    std::uint8_t padding;
    std::uint32_t fromDevice; // of a peer-to-peer copy, else that of `place`
    std::uint32_t toDevice;
    std::uint32_t padding2;
};

struct DeviceFill {
    RecordHeader header; // key: correlation; flags: MemoryKind
    std::uint64_t start;
    std::uint64_t end;
    std::uint64_t bytes;
    DevicePlace place;
    std::uint32_t value;
    std::uint32_t padding;
};

// A complete call into the device's API.
struct ApiCall {
    RecordHeader header; // key: correlation; flags: ApiLevel
    std::uint64_t start;
    std::uint64_t end;
    std::uint32_t name;   // "cudaLaunchKernel"
    std::uint32_t thread; // the lower half of ThreadStart::pthread of the calling thread
    std::int32_t result;  // 0: it succeeded
    std::uint32_t padding;
};
enum class ApiLevel : std::uint8_t { Runtime = 0, Driver = 1 };

// The host waits for the device, or one stream for another.
struct Synchronization {
    RecordHeader header; // key: correlation; flags: SynchronizationKind
    std::uint64_t start;
    std::uint64_t end;
    std::uint32_t context;
    std::uint32_t stream; // kNoStream: none
    std::uint32_t event;  // kNoEvent: none
    std::uint32_t padding;
    // The recording of the event that was waited for (DeviceEvent::record), 0: not known.
    std::uint64_t eventRecord;
};
// As CUpti_ActivitySynchronizationType.
enum class SynchronizationKind : std::uint8_t { Unknown, Event, StreamWaitsForEvent, Stream, Context };
constexpr std::uint32_t kNoStream = 0xffffffff;
constexpr std::uint32_t kNoEvent = 0xffffffff;

// An event was recorded on a stream.
struct DeviceEvent {
    RecordHeader header;  // key: correlation
    std::uint64_t record; // identifies this recording of the event, 0: not known
    std::uint32_t context;
    std::uint32_t stream;
    std::uint32_t event;
    std::uint32_t padding;
};

// A launch of a graph whose nodes are not reported one by one.
struct GraphRun {
    RecordHeader header; // key: correlation
    std::uint64_t start;
    std::uint64_t end;
    DevicePlace place; // no node
};

// The vendor's library did work of its own, and the program waited.
struct ProfilerOverhead {
    // Key: the lower half of ThreadStart::pthread of the thread, 0: not of a thread; flags: 0.
    RecordHeader header;
    std::uint64_t start;
    std::uint64_t end;
    std::uint32_t name; // "Buffer Flush"
    std::uint32_t padding;
};

// Device memory was allocated or freed through the API, by torch's allocator or by other code.
struct ApiMemory {
    RecordHeader header; // key: correlation; flags: 1 allocated, 2 freed
    std::uint64_t time;
    std::uint64_t address;
    std::uint64_t bytes;
    std::uint32_t device;
    std::uint32_t context;
    std::uint32_t stream; // kNoStream: of no stream
    MemoryKind kind;
    std::uint8_t async;
    std::uint16_t padding;
    std::uint64_t pool; // address of the memory's pool, 0: none; below: its sizes after the call
    std::uint64_t poolBytes;
    std::uint64_t poolUsed; // bytes, 0 also if the vendor does not report it
};

// A pool of device memory was created, destroyed or trimmed through the API.
struct PoolChange {
    RecordHeader header; // key: correlation; flags: PoolOperation
    std::uint64_t time;
    std::uint64_t pool; // address of the pool
    std::uint64_t bytes;
    std::uint64_t used;      // bytes, 0 also if the vendor does not report it
    std::uint64_t kept;      // bytes that trimming was asked to leave
    std::uint64_t threshold; // bytes that the pool keeps when the program waits for the device
    std::uint32_t device;
    std::uint32_t padding;
};
// As CUpti_ActivityMemoryPoolOperationType.
enum class PoolOperation : std::uint8_t { Unknown, Made, Destroyed, Trimmed };

// The driver compiled code for the device in a call, or used its cache of compiled code.
struct Compilation {
    RecordHeader header; // key: correlation; flags: CompilationStep
    std::uint64_t start;
    std::uint64_t end;
    std::uint64_t unit;   // the compiled unit; its loads and stores have the same number
    std::uint64_t bytes;  // of the cache
    std::uint32_t cache;  // name: the cache's path, 0: none
    std::uint32_t thread; // the lower half of ThreadStart::pthread of the thread, 0: not known
    std::uint32_t device;
    std::uint32_t from; // as CUpti_ActivityJitEntryType: 1 PTX to machine code, 2 NVVM IR to PTX
};
// As CUpti_ActivityJitOperationType.
enum class CompilationStep : std::uint8_t { Unknown, CacheLoad, CacheStore, Compile };

// The facts of a device. They come before the first record that names the device.
struct DeviceFacts {
    RecordHeader header; // key: the device's number
    std::uint8_t uuid[16];
    std::uint64_t memory;    // bytes
    std::uint64_t bandwidth; // of its memory, kB/s
    std::uint32_t processors;
    std::uint32_t coreClock; // kHz
    std::uint32_t computeMajor;
    std::uint32_t computeMinor;
    std::uint32_t warpThreads;
    std::uint32_t maxWarps; // per processor, as are the members below
    std::uint32_t maxBlocks;
    std::uint32_t maxRegisters;
    std::uint32_t maxShared; // bytes
    std::uint32_t maxThreadsPerBlock;
    std::uint32_t maxSharedPerBlock; // bytes
    std::uint32_t l2Bytes;
    std::uint32_t nameBytes;
    std::uint32_t padding;
    // char name[nameBytes], UTF-8
};

// Two devices have a link to each other. The record follows the DeviceFacts of both.
struct DeviceLink {
    RecordHeader header;     // key: the number of physical links between them
    std::uint8_t first[16];  // UUID of the one end; all 0: no GPU
    std::uint8_t second[16]; // UUID of the other end; all 0: no GPU
    std::uint64_t bandwidth; // kB/s, 0: not known
    std::uint32_t version;   // of the link, in the vendor's numbering
    std::uint32_t throughSwitch;
};

struct ContextFacts {
    RecordHeader header; // key: context
    std::uint32_t device;
    std::uint32_t padding;
};

struct StreamFacts {
    RecordHeader header; // key: stream
    std::uint32_t context;
    std::int32_t priority; // lower numbers are scheduled first
    // As CUPTI numbers it: 1 this stream and the default stream wait for each other, 2 they do not, 3 it is the
    // default stream.
    std::uint32_t flag;
    std::uint32_t padding;
};

// The device's clock showed `clock` between two readings of the session's.
struct ClockPair {
    RecordHeader header;
    std::uint64_t before; // ticks
    std::uint64_t after;  // ticks
    std::uint64_t clock;
};

// States how far delivery has come. All calls that had returned by `upTo`, and all work that had ended by `workUpTo`,
// have been delivered or are counted here. Delivered records stand in the ring, except late ones. The counts are
// those of the process so far.
struct Delivered {
    RecordHeader header;    // flags: kLastDelivered or 0
    std::uint64_t upTo;     // ticks
    std::uint64_t workUpTo; // ticks
    std::uint64_t dropped;  // records for which the vendor's library had no room
    std::uint64_t skipped;  // records that could not be read, or found no room in this ring
};
constexpr std::uint8_t kLastDelivered = 1; // the library has handed out all and records no more

// With kPaused: devices are not recorded from now on, and `name` is the reason. Without: they are recorded again.
struct DevicePause {
    RecordHeader header; // flags: kPaused or 0
    std::uint64_t ticks;
    std::uint32_t name; // name: the reason; 0: devices are recorded again
    std::uint32_t padding;
};
constexpr std::uint8_t kPaused = 1;

// With kResting: the recording pauses, and the vendor's library records nothing until the pause ends. Without: the
// library records again, after a short time to start.
struct DeviceRest {
    RecordHeader header; // flags: kResting or 0
    std::uint64_t ticks;
};
constexpr std::uint8_t kResting = 1;

// The program has named a stream; a later name replaces the earlier one.
struct StreamName {
    RecordHeader header; // key: stream
    std::uint32_t context;
    std::uint32_t name;
};

} // namespace lanes::ring
