// The records that a target's probe writes and the recorder reads: the whole contract between the two.
//
// A ring is a stream of records of one thread at a time, in the order in which they were written. Every record starts
// with a RecordHeader, is 8-byte aligned and a multiple of 8 bytes long. All integers are little endian.
//
// Ids (names, codes, stack nodes, signatures, modules) belong to the ring that defines them. A definition always
// stands before the first record that uses its id. Ids are slots of bounded tables in the target: a later definition
// of the same id replaces the earlier one for the records that follow. A reader therefore resolves ids in order,
// while it reads, and needs at most kMaxDefinitions entries per table. Id 0 means "none" in every table.
//
// Versioning: a reader skips types that it does not know. It also ignores bytes behind the fields that it knows, so
// fields may be appended to a record. Any other change raises kRingVersion.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanes::ring {

constexpr std::uint32_t kRingVersion = 7;
// Longest record, header included: a reader treats anything longer as damage.
constexpr std::size_t kMaxRecordBytes = 16 * 1024;
// Ids are below this in every table; a reader refuses larger ones.
constexpr std::uint32_t kMaxDefinitions = 1U << 17;

enum class RecordType : std::uint8_t {
    Pad = 1,         // fills the ring up to its end; readers never see it
    ThreadStart = 2, // the records that follow come from this thread
    ThreadEnd = 3,
    ThreadName = 4,
    DefineName = 8,
    DefineCode = 9,
    DefineStack = 10,
    DefineSignature = 11,
    DefineModule = 12,
    OwnCost = 15,
    OpBegin = 16,
    OpEnd = 17,
    OpComplete = 18,
    Outputs = 19,
    RangeBegin = 20,
    Mark = 21,
    Collective = 22,
    Inside = 23,
    Memory = 24,
    OutOfMemory = 25,
    PythonSample = 26,
    PythonRound = 27,
    FunctionBegin = 28,
    FunctionEnd = 29,
    Dropped = 30,
    NonFinite = 31,
    // DeviceRecords.h
    Launch = 32,
    GraphNode = 33,
    LaunchArguments = 34,
    Kernel = 40,
    DeviceCopy = 41,
    DeviceFill = 42,
    ApiCall = 43,
    Synchronization = 44,
    DeviceEvent = 45,
    GraphRun = 46,
    ProfilerOverhead = 47,
    ApiMemory = 48,
    PoolChange = 49,
    Compilation = 50,
    DeviceLink = 55,
    DeviceFacts = 56,
    ContextFacts = 57,
    StreamFacts = 58,
    ClockPair = 59,
    Delivered = 60,
    DevicePause = 61,
    StreamName = 62,
    DeviceRest = 63,
};

struct RecordHeader {
    std::uint16_t words; // length of the whole record in units of 8 bytes, header included
    RecordType type;
    std::uint8_t flags; // meaning depends on the type
    std::uint32_t key;  // meaning depends on the type
};
static_assert(sizeof(RecordHeader) == 8);

// All `ticks` count in the unit of the session's clock (SessionControl::clock); TickClock.h turns them into
// ns.

// A thread took this ring. Until then the ring may have belonged to a thread that has ended.
struct ThreadStart {
    RecordHeader header; // key: the kernel's thread id (gettid); flags: kThreadGoesOn
    std::uint64_t ticks;
    std::uint64_t pthread;     // pthread_self(), what Kineto calls the system thread handle
    std::uint64_t torchThread; // at::RecordFunction's logical thread id, 0 if unknown; OpBegin::forwardThread
                               // refers to it
    std::uint32_t nameBytes;   // may be 0
    std::uint32_t padding;
    // char name[nameBytes], UTF-8
};

// The same thread has ended in a ring before, and has taken a ring again. Without this flag a known thread id now
// belongs to another thread.
constexpr std::uint8_t kThreadGoesOn = 1;
// The thread is ending; the ring is free for another.
struct ThreadEnd {
    RecordHeader header; // key: thread id
    std::uint64_t ticks;
};

// A better name for a thread of the same process (not necessarily the ring's own thread).
struct ThreadName {
    RecordHeader header; // key: thread id
    std::uint32_t nameBytes;
    std::uint32_t padding;
    // char name[nameBytes], UTF-8
};

// An operator's or a range's name.
// `name` and `overload` are UTF-8 unless the program passes other bytes: the reader sanitizes them.
struct DefineName {
    RecordHeader header;         // key: name id
    std::uint32_t nameBytes;     // "aten::add"
    std::uint32_t overloadBytes; // "Tensor", 0 for a name without a schema
    // char name[nameBytes], char overload[overloadBytes]
};

// A Python code object.
struct DefineCode {
    RecordHeader header;     // key: code id
    std::uint32_t firstLine; // line of the `def`
    std::uint32_t fileBytes;
    std::uint32_t functionBytes;
    std::uint32_t padding;
    // char file[fileBytes], char function[functionBytes] (qualified from Python 3.11 on), UTF-8, clipped at
    // 1,024
};

// One frame of a Python stack. The id of the innermost node identifies the whole stack.
struct DefineStack {
    RecordHeader header;  // key: stack node id
    std::uint32_t parent; // the caller's node, 0 for the outermost frame
    std::uint32_t code;
    std::uint32_t line;   // the line being executed, 0 if unknown
    std::uint32_t module; // the module that the frame is a call of, 0 if none or not known
};

// An nn.Module, under the name that is shown.
struct DefineModule {
    RecordHeader header; // key: module id
    std::uint32_t nameBytes;
    std::uint32_t padding;
    // char name[nameBytes]
};

// The arguments of an operator without the values of its scalars: ShapeSignature.h reads the image.
struct DefineSignature {
    RecordHeader header; // key: signature id; the image fills the rest of the record
    // std::uint64_t image[]
};

// The type of an NVTX payload, by NVTX's numbers.
enum class PayloadKind : std::uint8_t {
    None = 0,
    Unsigned64 = 1,
    Signed64 = 2,
    Double = 3,
    Unsigned32 = 4,
    Signed32 = 5,
    Float = 6,
    Last = Float,
};

// An operator or a range begins.
struct OpBegin {
    RecordHeader header; // flags: at::RecordScope (Scope below); key: pairs begin and end, see OpEnd
    std::uint64_t ticks;
    std::uint32_t name;
    std::uint32_t stack;         // innermost node, 0 where no Python runs on the thread
    std::uint32_t signature;     // 0 where the arguments were not read
    std::uint32_t forwardThread; // torchThread of the forward operator, 0 outside of backward nodes
    // Autograd sequence number of this thread (forward) or forwardThread (backward); -1 none.
    std::int64_t sequence;
    // std::uint64_t scalars[]: values of the signature's scalars, in its order, fills the rest of the record
};

// An operator or a range ends. On a thread, ends come in the reverse order of begins, with two exceptions. A range
// may end while an inner one is still open; with kEndElsewhere the begin stands in another ring of the same process.
// Match by key, which is unique among the open begins of the process. A begin without an end ran until the program
// died.
struct OpEnd {
    RecordHeader header; // flags: kEndElsewhere or 0; key: that of the begin
    std::uint64_t ticks;
};
constexpr std::uint8_t kEndElsewhere = 1;
constexpr std::uint8_t kEndOfPushed = 2;  // of a range pushed in this ring; the key is a pushed range's
constexpr std::uint8_t kEndOfStarted = 4; // of a range that was started; its begin may stand in any ring

// A range or a mark of the program itself, through NVTX. A pushed range belongs to its thread and ends there. A
// started range (kStartedRange) may end on any thread of its process. Pushed and started ranges have keys of their
// own, apart from those of operators.
struct RangeBegin {
    RecordHeader header; // flags: kStartedRange, kHasColor, kCollection; key: that of its OpEnd, 0 for a mark
    std::uint64_t ticks;
    std::uint32_t name;
    std::uint32_t stack;        // innermost node, 0 where no Python runs on the thread
    std::uint32_t domain;       // name id; 0: the default domain
    std::uint32_t category;     // the program's number of the category, 0: none
    std::uint32_t categoryName; // 0: the category has no name
    std::uint32_t color;        // 0xAARRGGBB, with kHasColor
    PayloadKind payloadKind;
    std::uint8_t padding[7];
    std::uint64_t payload; // the bits of the value; a value of four bytes is in the lower half
};
constexpr std::uint8_t kStartedRange = 1;
constexpr std::uint8_t kHasColor = 2;
constexpr std::uint8_t kCollection = 4; // not a range of the program: Python collects garbage

// The facts of a collective of torch.distributed, for the OpBegin that follows and has the same key. No other record
// of that operator stands between the two.
struct Collective {
    RecordHeader header;     // flags: kBetweenTwo; key: that of its OpBegin
    std::int64_t sequence;   // its number in its group, the same on all ranks; -1: not known
    std::int64_t inElements; // of the tensors that this rank passes in; -1: no tensors
    std::int32_t groupRank;  // of this process in the group; -1: not known
    std::int32_t groupSize;  // -1: not known
    std::int32_t peer;       // the other rank, in the group, of a send or a receive; -1: none, or not known
    std::uint8_t dtype;      // c10::ScalarType, if there are elements
    std::uint8_t padding;
    std::uint16_t nameBytes; // "all_reduce"
    std::uint32_t groupBytes;
    std::uint32_t padding2;
    // char name[nameBytes], char group[groupBytes], UTF-8; the group is empty if it is not known
};
constexpr std::uint8_t kBetweenTwo = 1; // a send or a receive

// The outputs of an operator that is about to end. The record stands before the operator's OpEnd, in the ring of its
// begin.
struct Outputs {
    RecordHeader header;     // key: that of its OpBegin
    std::uint32_t signature; // of the outputs, encoded as of arguments; never 0
    std::uint32_t padding;
};

// An output of such an operator, or a tensor that it has written, holds NaN or Inf.
struct NonFinite {
    RecordHeader header; // flags: below; key: that of its OpBegin
    std::uint64_t ticks;
    std::uint64_t nans;       // NaN values in the first output that holds any
    std::uint64_t infinities; // Inf values in that output
    std::uint64_t elements;   // of that output
    std::uint32_t output;     // index of that output
    std::uint32_t padding;
};
constexpr std::uint8_t kMadeNan = 1;      // the output holds NaN, and no input did
constexpr std::uint8_t kMadeInfinity = 2; // the output holds Inf, and all inputs were finite.
// The output holds NaN or Inf, and so did an input tensor, or an input cannot be examined. Only the first such
// operator of this process is recorded. It is not recorded if an earlier operator made one, or if this or an earlier
// one was given one as a number.
constexpr std::uint8_t kCameIn = 4;
constexpr std::uint8_t kOfInfinity = 8; // an input held Inf

// A whole operator in one record, from the torch.profiler fallback. The records of a thread come in the order of
// their begins, but later than the other records in the ring.
struct OpComplete {
    RecordHeader header; // flags: scope; key: id of the thread that ran it
    std::uint64_t beginTicks;
    std::uint64_t endTicks;
    std::uint32_t name;
    std::uint32_t stack;
    std::uint32_t signature;
    std::uint32_t forwardThread;
    std::int64_t sequence;
    // std::uint64_t scalars[]
};

// at::RecordScope, the same in every torch.
enum class Scope : std::uint8_t {
    Function = 0,
    BackwardFunction = 1,
    TorchScript = 2,
    User = 7,
};

// The thread enters a module or range that the session's filter names (SessionControl::where), or leaves the
// outermost such one. Nothing of the thread is recorded before its first entry, nor between a leaving and the next
// entry.
struct Inside {
    RecordHeader header; // flags: kEntered or 0
    std::uint64_t ticks;
};
constexpr std::uint8_t kEntered = 1;

// An allocator of torch allocated or freed a block. The event belongs to the operator that is open on this thread.
struct MemoryEvent {
    RecordHeader header; // key: device, type in bits 8..15 (c10::DeviceType: 0 CPU, 1 CUDA), index in bits
                         // 0..7, 255 none
    std::uint64_t ticks;
    std::uint64_t address;
    std::int64_t bytes;     // > 0 allocated, < 0 freed, 0 freed with the size of its allocation
    std::int64_t allocated; // total of the device after this event, 0 if torch does not report it
    std::int64_t reserved;  // bytes that the caching allocator has reserved, likewise
};

// An allocator could not satisfy a request.
struct OutOfMemory {
    RecordHeader header; // key: device as in MemoryEvent
    std::uint64_t ticks;
    std::int64_t bytes; // bytes of the request
    std::int64_t allocated;
    std::int64_t reserved;
};

// A sampled stack of a Python thread. The samples stand in a ring of no thread: those of one round, then a
// PythonRound.
struct PythonSample {
    RecordHeader header; // flags: kStackUnknown; key: the kernel's thread id
    std::uint64_t ticks;
    std::uint32_t stack; // innermost node; 0: no Python function
    std::uint32_t padding;
};
constexpr std::uint8_t kStackUnknown = 1; // the stack changed faster than it could be read

// The end of one round of samples: all Python threads have been sampled. Threads without a sample in this round have
// ended. A PythonRound stands first in the ring.
struct PythonRound {
    RecordHeader header; // flags: kLastRound
    std::uint64_t ticks;
    std::uint64_t periodNs; // intended time from one round to the next
};
constexpr std::uint8_t kLastRound = 1; // the last one before a pause or the end

// A Python function begins or resumes, as generators do, on the thread that holds the interpreter's lock. All threads
// of a process share one such ring. The ring begins with a FunctionEnd of kAllFunctions.
struct FunctionBegin {
    RecordHeader header; // key: the kernel's thread id
    std::uint64_t ticks;
    std::uint32_t code;
    std::uint32_t padding;
};

// The innermost function of the thread ends, or suspends until it is resumed.
struct FunctionEnd {
    RecordHeader header; // flags: kAllFunctions; key: the kernel's thread id
    std::uint64_t ticks;
};
constexpr std::uint8_t kAllFunctions = 1; // of all threads; FunctionBegins of the open ones follow

// The time that the probe took for one begin or end of an operator of this thread. Only a sample of them is recorded.
struct OwnCost {
    RecordHeader header; // flags: 0 for a begin, 1 for an end
    std::uint64_t fromTicks;
    std::uint64_t toTicks;
};

// Records were lost here because the ring was full. In the end the sum of the counts equals RingHeader::dropped.
struct Dropped {
    RecordHeader header;
    std::uint64_t fromTicks; // time of the first loss
    std::uint64_t toTicks;   // time when there was room again
    std::uint64_t count;     // begins and other records; the end of a lost begin is not counted
};

} // namespace lanes::ring
