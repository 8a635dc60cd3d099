// What lies in the session's ring folder. The recorder creates the folder and `session`; each process of the
// target adds its own control file and one ring file per thread that records. All files are mapped
// MAP_SHARED, so what was written survives the writer's SIGKILL. The recorder removes the files of a process
// that is gone and drained.
//
//   session                     SessionControl, written by the recorder
//   <pid>-<birth>.process       ProcessControl, written by that process; birth (hex) tells a reused pid apart
//   <pid>-<birth>-<index>.ring  RingHeader page, then the ring's bytes
//   <pid>.importing             empty: this process is importing torch, which takes seconds
//   <pid>.imported              empty: it has; its files above come with the first operator
//
// A file appears under its name (by rename) only after it is complete. Readers trust none of it.
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
// Environment of the target: the ring folder. The probe does nothing without it.
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
    // Not 0: nobody reads the ring any more, so nothing is to be written. Set by the reader before it frees the ring's pages.
    // A write to a page that is gone needs a new one, and where there is none the kernel kills the program.
    std::atomic<std::uint32_t> shut;
    alignas(64) std::atomic<std::uint64_t> tail; // reader: release after it has taken the bytes
};
static_assert(sizeof(RingHeader) <= kRingHeaderBytes);

enum class ProcessState : std::uint32_t {
    Starting = 1,  // torch imported, layouts being calibrated
    Recording = 2, // operators are being recorded, see CaptureMethod
    Off = 3,       // nothing is recorded, see the reason
    Ended = 4,     // left through exit(); a process that was killed never says so
};

enum class CaptureMethod : std::uint32_t {
    None = 0,
    HeaderLess = 1,    // layouts calibrated by value
    Shim = 2,          // compiled against the user's torch headers
    TorchProfiler = 3, // torch.profiler in cycles, CPU operators only
};

// Why a process could not make a file for a buffer, as bits.
enum Shortage : std::uint32_t {
    kNoRoom = 1,        // in the folder's file system, in the common budget, or in memory
    kFileSizeLimit = 2, // RLIMIT_FSIZE
    kOpenFilesLimit = 4,
    kMayNotWrite = 8,     // in the folder: its user has changed
    kFolderIsHidden = 16, // from the process: its root has changed
};

// Per process. Texts are NUL-terminated UTF-8; `textVersion` is odd while they change.
struct ProcessControl {
    std::uint64_t magic;
    std::uint32_t version;
    std::uint32_t pid;
    std::uint32_t parentPid;
    std::uint32_t padding;
    std::uint64_t startTicks;                  // when the probe came into this process
    std::int64_t startUnixNs;                  // CLOCK_REALTIME at the same moment
    std::atomic<std::uint32_t> state;          // ProcessState
    std::atomic<std::uint32_t> method;         // CaptureMethod
    std::atomic<std::uint64_t> threadsRefused; // as SessionControl's, of this process
    std::atomic<std::uint32_t> textVersion;
    std::atomic<std::uint32_t> shortages; // Shortage bits, of the threads that were refused
    char name[256];                       // "MainProcess", "DataLoader worker 1", "rank 3"
    char rank[16];        // in a job of several: a decimal number, as its launcher said it; else empty
    char arguments[4096]; // argv, separated by single spaces, clipped
    char reason[2048];    // why the method is not the best one, one sentence per line; empty if it is
    char torchVersion[64];
    char pythonVersion[64];
    char layout[2048]; // calibrated layouts as "key=value ..." text, for bug reports
    char seen[1024];   // with a filter that nothing has matched yet: modules and ranges that there are
    std::atomic<std::uint32_t> matchedModules; // that the filter names, called or not
};

// What targets may record, as bits of SessionControl::wanted.
enum Source : std::uint32_t {
    kOperators = 1,
    kArguments = 2, // of operators
    kStacks = 4,    // of operators: Python's
    kMemory = 8,
    kDevices = 16,       // what GPUs do, and the calls that make them
    kRanges = 32,        // and marks, of NVTX
    kSteps = 64,         // of training, where operators are not wanted: what tells that one has ended
    kPython = 128,       // where Python's threads are, by samples
    kFunctions = 256,    // of Python: each call
    kOutputs = 512,      // of operators: shapes and types
    kValues = 1024,      // of operators' outputs: whether they are finite
    kDevicesSoon = 2048, // devices in a moment: who needs time to begin gets ready
    kAllocator = 4096,   // what torch's allocator of CUDA memory does beyond its blocks
    kExceptions = 8192,  // of Python: those that are caught, too
};
constexpr std::uint32_t kAllSources = kOperators | kArguments | kStacks | kMemory | kDevices | kRanges;

// What a target does where another profiler in it wants the records of devices as well, which their vendor gives to one.
enum class DeviceSharing : std::uint32_t {
    Share = 0, // both have them all
    Own = 1,   // the other has none
    Yield = 2, // the target records none while the other does
};

// The page that steers a session. The recorder decides what is wanted; targets take the bytes of their rings from the
// common budget, and count here what could not be recorded, because a process without room has nowhere else to say so.
// What is read at every event stands alone in its cache line.
struct SessionControl {
    std::uint64_t magic;
    std::uint32_t version;
    std::uint32_t recorderPid;
    ClockKind clock;
    DeviceSharing sharing;          // never changes, nor does the next one
    std::uint32_t samplesPerSecond; // of each thread of Python
    std::uint64_t mostRingBytes;    // no ring is larger; a power of two
    // Source bits in the lowest quarter, those that were ever wanted in the next one, in the upper half a generation that
    // grows with every change (SourceMask.h). No bit: nothing is recorded at present.
    alignas(64) std::atomic<std::uint64_t> wanted;
    alignas(64) std::atomic<std::uint32_t> closed; // not 0: the recorder reads no more, targets stop for good
    std::atomic<std::int64_t> heartbeatNs; // CLOCK_MONOTONIC, renewed by the recorder every second or faster
    // The budget of all rings together (RingBudget.h): a process takes before it makes a ring, and who removes a ring
    // file gives back.
    alignas(64) std::atomic<std::int64_t> ringBytesLeft;
    std::atomic<std::uint32_t> rings;          // that have been taken and not given back
    std::atomic<std::uint64_t> threadsRefused; // that had no ring when they first wanted one
    // Without a control file, though they have something to record.
    std::atomic<std::uint64_t> processesRefused;
    std::atomic<std::uint32_t> shortages; // Shortage bits, of those
    char where[kMaxWhereBytes];           // WhereFilter.h; empty: everything is recorded. Never changes
};
static_assert(offsetof(SessionControl, wanted) == 64 &&
              offsetof(SessionControl, closed) == 128); // tests write there

// A recorder that has not renewed its heartbeat for this long is taken for dead.
constexpr std::int64_t kHeartbeatLimitNs = 30'000'000'000;

} // namespace lanes::ring
