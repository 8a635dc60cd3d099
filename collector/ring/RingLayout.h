// The files in the session's ring folder. The recorder creates the folder and `session`. Each process of the target
// adds its own control file and one ring file per thread that records. All files are mapped MAP_SHARED, so written
// records survive the writer's SIGKILL. The recorder removes the files of a process that has ended, once it has read
// them to their end.
//
//   session                     SessionControl, written by the recorder
//   <pid>-<birth>.process       ProcessControl, written by that process; birth (hex) tells a reused pid apart
//   <pid>-<birth>-<index>.ring  RingHeader page, then the ring's bytes
//   <pid>.importing             empty: this process is importing torch, which takes seconds
//   <pid>.imported              empty: the import has ended; the process's files above come with the first operator
//
// A file appears under its name (by rename) only after it is complete. Readers treat all contents as untrusted.
#pragma once

#include "collector/ring/TickClock.h"
#include "collector/ring/WhereFilter.h"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace lanes::ring {

constexpr std::uint64_t kRingMagic = 0x31474e5253454e4cULL;    // "LNESRNG1"
constexpr std::uint64_t kProcessMagic = 0x3143525053454e4cULL; // "LNESPRC1"
constexpr std::uint64_t kSessionMagic = 0x3153455353454e4cULL; // "LNESSES1"
constexpr std::size_t kRingHeaderBytes = 4096;
constexpr std::uint64_t kMinRingBytes = 64 * 1024;
constexpr std::uint64_t kMaxRingBytes = 1ULL << 30;
constexpr const char* kSessionFileName = "session";
constexpr const char* kImportingSuffix = ".importing";
constexpr const char* kImportedSuffix = ".imported";
// The environment variable of the target that holds the path of the ring folder. Without it the probe does nothing.
constexpr const char* kFolderVariable = "LANESCOPE_RINGS";

static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

// First page of a ring file. Positions count bytes since the ring was created and never wrap; position modulo
// capacity is the place in the file. Bytes in [tail, head) hold committed records.
struct RingHeader {
    std::uint64_t magic;
    std::uint32_t version;
    std::uint32_t index;
    std::uint64_t capacity; // bytes, a power of two, behind the header page
    std::uint32_t pid;
    alignas(64) std::atomic<std::uint64_t> head; // writer: release after each record
    std::atomic<std::uint64_t> dropped;          // records lost so far because the ring was full
    // Not 0: nobody reads the ring any more, so the writer must write nothing. The reader sets it before it frees the
    // ring's pages. A write to a freed page needs a new one; if the system has none, the kernel kills the program.
    std::atomic<std::uint32_t> shut;
    alignas(64) std::atomic<std::uint64_t> tail; // reader: release after it has taken the bytes
};
static_assert(sizeof(RingHeader) <= kRingHeaderBytes);

enum class ProcessState : std::uint32_t {
    Starting = 1,  // torch imported, layouts being calibrated
    Recording = 2, // operators are being recorded, see CaptureMethod
    Off = 3,       // nothing is recorded, see the reason
    Ended = 4,     // ended through exit(); a process that was killed never has this state
};

enum class CaptureMethod : std::uint32_t {
    None = 0,
    HeaderLess = 1,    // layouts calibrated by value
    Shim = 2,          // compiled against the user's torch headers
    TorchProfiler = 3, // torch.profiler in cycles, CPU operators only
};

// The reasons why a process could not create a file for a buffer, as bits.
enum Shortage : std::uint32_t {
    kNoRoom = 1,        // in the folder's file system, in the common budget, or in memory
    kFileSizeLimit = 2, // RLIMIT_FSIZE
    kOpenFilesLimit = 4,
    kMayNotWrite = 8,     // in the folder: the process has changed its user
    kFolderIsHidden = 16, // from the process: it has changed its root
};

// The control file of a process. Texts are NUL-terminated UTF-8; `textVersion` is odd while they change.
struct ProcessControl {
    std::uint64_t magic;
    std::uint32_t version;
    std::uint32_t pid;
    std::uint32_t parentPid;
    std::uint32_t padding;
    std::uint64_t startTicks;                  // when the probe was loaded into this process
    std::int64_t startUnixNs;                  // CLOCK_REALTIME at the same moment
    std::atomic<std::uint32_t> state;          // ProcessState
    std::atomic<std::uint32_t> method;         // CaptureMethod
    std::atomic<std::uint64_t> threadsRefused; // as in SessionControl, but of this process
    std::atomic<std::uint32_t> textVersion;
    std::atomic<std::uint32_t> shortages; // Shortage bits of the threads that were refused
    char name[256];                       // "MainProcess", "DataLoader worker 1", "rank 3"
    char rank[16];        // of a job of several ranks: a decimal number from its launcher; else empty
    char arguments[4096]; // argv, separated by single spaces, clipped
    char reason[2048];    // why the method is not the best one, one sentence per line; empty if it is
    char torchVersion[64];
    char pythonVersion[64];
    char layout[2048]; // calibrated layouts as "key=value ..." text, for bug reports
    char seen[1024];   // modules and ranges that exist, while the filter has matched none
    std::atomic<std::uint32_t> matchedModules; // modules that the filter matches, called or not
};

// The sources that targets may record, as bits of SessionControl::wanted.
enum Source : std::uint32_t {
    kOperators = 1,
    kArguments = 2, // of operators
    kStacks = 4,    // of operators: the Python stacks
    kMemory = 8,
    kDevices = 16,       // work of GPUs, and the API calls that start it
    kRanges = 32,        // and marks, of NVTX
    kSteps = 64,         // ends of training steps, where operators are not wanted
    kPython = 128,       // samples of the stacks of Python threads
    kFunctions = 256,    // of Python: every call
    kOutputs = 512,      // of operators: shapes and types
    kValues = 1024,      // of operators' outputs: NaN and Inf
    kDevicesSoon = 2048, // devices are wanted shortly: sources that need time to start get ready
    kAllocator = 4096,   // events of torch's CUDA allocator other than those of blocks
    kExceptions = 8192,  // of Python: also those that are caught
};
constexpr std::uint32_t kAllSources = kOperators | kArguments | kStacks | kMemory | kDevices | kRanges;

// The behaviour of a target if another profiler in it wants device records as well. The vendor's library gives them
// to one client only.
enum class DeviceSharing : std::uint32_t {
    Share = 0, // both have all records
    Own = 1,   // the other profiler has none
    Yield = 2, // the target records none while the other profiler does
};

// The page that controls a session. The recorder decides which sources are wanted. Targets take the bytes of their
// rings from the common budget. Targets also count here what they could not record: a process without room has no
// other place for that. The words that targets read at every event have a cache line of their own.
struct SessionControl {
    std::uint64_t magic;
    std::uint32_t version;
    std::uint32_t recorderPid;
    ClockKind clock;
    DeviceSharing sharing;          // never changes, nor does samplesPerSecond
    std::uint32_t samplesPerSecond; // of each thread of Python
    std::uint64_t mostRingBytes;    // no ring is larger; a power of two
    // Source bits (SourceMask.h): bits 0..15 are wanted now, bits 16..31 have ever been wanted. Bits 32..63 are a
    // generation that grows with every change. No bit in 0..15: nothing is recorded at present.
    alignas(64) std::atomic<std::uint64_t> wanted;
    alignas(64) std::atomic<std::uint32_t> closed; // not 0: the recorder has left, targets stop for good
    std::atomic<std::int64_t> heartbeatNs; // CLOCK_MONOTONIC, renewed by the recorder every second or faster
    // The budget of all rings together (RingBudget.h). A process takes from it before it creates a ring. The process
    // that removes a ring file gives its bytes back.
    alignas(64) std::atomic<std::int64_t> ringBytesLeft;
    std::atomic<std::uint32_t> rings;          // rings that have been taken and not given back
    std::atomic<std::uint64_t> threadsRefused; // threads that got no ring when they first wanted one
    // Processes that got no control file, though they have something to record.
    std::atomic<std::uint64_t> processesRefused;
    std::atomic<std::uint32_t> shortages; // Shortage bits of the processes that were refused
    char where[kMaxWhereBytes];           // filter (WhereFilter.h); empty: records all. Never changes
};
static_assert(offsetof(SessionControl, wanted) == 64 &&
              offsetof(SessionControl, closed) == 128); // tests write there

// A recorder that has not renewed its heartbeat for this long is taken for dead.
constexpr std::int64_t kHeartbeatLimitNs = 30'000'000'000;

} // namespace lanes::ring
