// What devices did, and the calls that asked them to: the part of the contract of Records.h that is about GPUs. The names
// are those of no vendor; the source that fills them in is CUPTI.
//
// Two kinds of rings hold these records. That of a thread has what happened as the thread made a call: Launch and
// GraphNode, among its operators, so that the operator is the one that is open there. The rest stands in a ring of its own for
// whoever delivers a device's records, without a ThreadStart, in any order and late: joining is the reader's, by
// correlation, which means something within the process only and is used again after 2^32 calls. Names are of the ring they
// stand in.
//
// Times called `ticks` are the session's. All others are ns of the device's clock, which ClockPairs tie to the session's:
// 0 where a time is not known. They are passed on as the vendor gave them, impossible ones too: counting is the reader's.
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

// What the launch that was recorded right before gives its kernel, where the kernel's parameters are known (KernelSignature.h).
struct LaunchArguments {
    RecordHeader header;     // key: correlation; flags: how many values
    std::uint32_t signature; // name: "x_ptr: *fp32, n: i32"
    std::uint32_t padding;
    // std::uint64_t values[flags], of those parameters that have one, in their order
};

// The thread made a node of a graph: what it stands for, replays will run. With kClonedNode an executable graph has
// taken over a node: `original` is the one that was made before, perhaps by another thread.
struct GraphNode {
    RecordHeader header; // flags: kClonedNode or 0
    std::uint64_t ticks;
    std::uint64_t node;
    std::uint64_t original; // 0 unless cloned
    std::uint32_t stack;
    std::uint32_t padding;
};
constexpr std::uint8_t kClonedNode = 1;

// In the ring of whoever delivers.

// Where work ran, and the graph it was part of.
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
    std::uint32_t cluster[3]; // of blocks; 0: not said
    std::uint32_t registers;  // per thread
    std::int32_t staticShared;
    std::int32_t dynamicShared;   // bytes per block, as asked for
    std::uint32_t sharedExecuted; // bytes per block, as the driver set it
    std::uint32_t localPerThread; // bytes
    std::int32_t priority;        // of the launch
    std::uint32_t launchType;     // 0 regular, 1 cooperative on one device, 2 on several
    std::uint32_t padding;
};

// What copies move between, numbered as CUpti_ActivityMemoryKind.
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
    // Key: correlation; flags: CUpti_ActivityMemcpyKind (1 host to device, 2 back, 8 on a device, 9 host to host, 10 peer to peer).
    RecordHeader header;
    std::uint64_t start;
    std::uint64_t end;
    std::uint64_t bytes;
    DevicePlace place;
    MemoryKind from;
    MemoryKind to;
    std::uint8_t async;
    std::uint8_t padding;
    std::uint32_t fromDevice; // of peer to peer, else that of `place`
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

// A call into the device's API, whole.
struct ApiCall {
    RecordHeader header; // key: correlation; flags: ApiLevel
    std::uint64_t start;
    std::uint64_t end;
    std::uint32_t name;   // "cudaLaunchKernel"
    std::uint32_t thread; // the lower half of ThreadStart::pthread of the thread that made it
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
    // Which of the event's records was waited for (DeviceEvent::record), 0: not known.
    std::uint64_t eventRecord;
};
// As CUpti_ActivitySynchronizationType.
enum class SynchronizationKind : std::uint8_t { Unknown, Event, StreamWaitsForEvent, Stream, Context };
constexpr std::uint32_t kNoStream = 0xffffffff;
constexpr std::uint32_t kNoEvent = 0xffffffff;

// An event was recorded on a stream.
struct DeviceEvent {
    RecordHeader header;  // key: correlation
    std::uint64_t record; // names this recording of the event, 0: not known
    std::uint32_t context;
    std::uint32_t stream;
    std::uint32_t event;
    std::uint32_t padding;
};

// A launch of a graph whose nodes are not told one by one.
struct GraphRun {
    RecordHeader header; // key: correlation
    std::uint64_t start;
    std::uint64_t end;
    DevicePlace place; // no node
};

// The vendor's library worked for itself, and the program waited.
struct ProfilerOverhead {
    // Key: the lower half of ThreadStart::pthread of the thread, 0: not of a thread; flags: 0.
    RecordHeader header;
    std::uint64_t start;
    std::uint64_t end;
    std::uint32_t name; // "Buffer Flush"
    std::uint32_t padding;
};

// Device memory was taken or given back through the API: what torch's allocator holds, and what others do.
struct ApiMemory {
    RecordHeader header; // key: correlation; flags: 1 taken, 2 given back
    std::uint64_t time;
    std::uint64_t address;
    std::uint64_t bytes;
    std::uint32_t device;
    std::uint32_t context;
    std::uint32_t stream; // kNoStream: not of a stream
    MemoryKind kind;
    std::uint8_t async;
    std::uint16_t padding;
    std::uint64_t pool; // address of the one that it is of, 0: of none; its sizes after the call
    std::uint64_t poolBytes;
    std::uint64_t poolUsed; // bytes, 0 also where the vendor does not say
};

// A pool of device memory was made, given back or trimmed through the API.
struct PoolChange {
    RecordHeader header; // key: correlation; flags: PoolOperation
    std::uint64_t time;
    std::uint64_t pool; // its address
    std::uint64_t bytes;
    std::uint64_t used;      // bytes, 0 also where the vendor does not say
    std::uint64_t kept;      // bytes that trimming was to leave
    std::uint64_t threshold; // bytes that it keeps when the device is waited for
    std::uint32_t device;
    std::uint32_t padding;
};
// As CUpti_ActivityMemoryPoolOperationType.
enum class PoolOperation : std::uint8_t { Unknown, Made, Destroyed, Trimmed };

// The driver compiled code for the device in a call, or asked the cache of what it had compiled before.
struct Compilation {
    RecordHeader header; // key: correlation; flags: CompilationStep
    std::uint64_t start;
    std::uint64_t end;
    std::uint64_t unit;   // what is compiled: loading and storing it have the same
    std::uint64_t bytes;  // of the cache
    std::uint32_t cache;  // name: the cache's path, 0: none
    std::uint32_t thread; // the lower half of ThreadStart::pthread, 0: not known
    std::uint32_t device;
    std::uint32_t from; // as CUpti_ActivityJitEntryType: 1 PTX to machine code, 2 NVVM IR to PTX
};
// As CUpti_ActivityJitOperationType.
enum class CompilationStep : std::uint8_t { Unknown, CacheLoad, CacheStore, Compile };

// A device, before the first record that names it.
struct DeviceFacts {
    RecordHeader header; // key: its number
    std::uint8_t uuid[16];
    std::uint64_t memory;    // bytes
    std::uint64_t bandwidth; // of its memory, kB/s
    std::uint32_t processors;
    std::uint32_t coreClock; // kHz
    std::uint32_t computeMajor;
    std::uint32_t computeMinor;
    std::uint32_t warpThreads;
    std::uint32_t maxWarps; // per processor, like all below
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

// Two devices have a link to each other, once both have been told of.
struct DeviceLink {
    RecordHeader header;     // key: physical links between them
    std::uint8_t first[16];  // UUID; all 0: no GPU
    std::uint8_t second[16]; // the same of the other one
    std::uint64_t bandwidth; // kB/s, 0: not known
    std::uint32_t version;   // of the vendor's link, as it numbers them
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
    std::int32_t priority; // lower ones come first
    // CUPTI's: 1 waits for the default stream and it for this one, 2 does not, 3 is the default stream.
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

// Every call that had returned by `upTo` has been delivered, and every piece of work that had ended by `workUpTo`, or it is
// counted here: records stand in the ring, late ones apart. The counts are of the process so far.
struct Delivered {
    RecordHeader header;    // flags: kLastDelivered or 0
    std::uint64_t upTo;     // ticks
    std::uint64_t workUpTo; // ticks
    std::uint64_t dropped;  // records that the vendor's library had no room for
    std::uint64_t skipped;  // that could not be read, or found no room in this ring
};
constexpr std::uint8_t kLastDelivered = 1; // the library has been asked for all, and records no more

// From now on devices are not recorded, with kPaused, for the reason that is the name; or they are again.
struct DevicePause {
    RecordHeader header; // flags: kPaused or 0
    std::uint64_t ticks;
    std::uint32_t name; // 0: they are recorded again
    std::uint32_t padding;
};
constexpr std::uint8_t kPaused = 1;

// The recording pauses, and for as long as it does the vendor's library records nothing, with kResting; or it records
// again, which takes it a moment to begin.
struct DeviceRest {
    RecordHeader header; // flags: kResting or 0
    std::uint64_t ticks;
};
constexpr std::uint8_t kResting = 1;

// The program has named a stream; a later name takes the place of the one before.
struct StreamName {
    RecordHeader header; // key: stream
    std::uint32_t context;
    std::uint32_t name;
};

} // namespace lanes::ring
