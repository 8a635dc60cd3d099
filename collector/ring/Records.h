// The records that a target's probe writes and the recorder reads: the whole contract between the two.
//
// A ring is a stream of records of one thread at a time, in the order in which they were written. Every
// record starts with a RecordHeader, is 8-byte aligned and a multiple of 8 bytes long. All integers are
// little endian.
//
// Ids (names, codes, stack nodes, signatures, modules) belong to the ring that defines them. A definition always
// stands before the first record that uses its id. Ids are slots of bounded tables in the target: a later
// definition of the same id replaces the earlier one, for the records that follow it. A reader therefore
// resolves ids as it reads, in order, and needs no more room than kMaxDefinitions entries per table. Id 0
// means "none" in every table.
//
// Versioning: a reader skips types that it does not know and ignores bytes behind the fields that it knows,
// so fields may be appended to a record. Anything else raises kRingVersion.
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

// The thread is ending; the ring is free for another.
// The same thread has said so before: it took a ring again after it had left one. Otherwise a number that is known is that of
// another thread by now.
constexpr std::uint8_t kThreadGoesOn = 1;
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
struct DefineName {
    RecordHeader header;         // key: name id
    std::uint32_t nameBytes;     // "aten::add"
    std::uint32_t overloadBytes; // "Tensor", 0 for what has no schema
    // char name[nameBytes], char overload[overloadBytes], UTF-8 unless the program says otherwise: sanitize
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

// One frame of a Python stack; a stack is named by its innermost node.
struct DefineStack {
    RecordHeader header;  // key: stack node id
    std::uint32_t parent; // the caller's node, 0 for the outermost frame
    std::uint32_t code;
    std::uint32_t line;   // the line being executed, 0 if unknown
    std::uint32_t module; // whose call the frame is, 0 if it is none or is not known
};

// An nn.Module, as it is shown.
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

// What a payload of NVTX is, by NVTX's numbers.
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

// It ends. On a thread, ends come in the reverse order of begins, except: a range may be closed while an
// inner one is still open, and with kEndElsewhere the begin stands in another ring of the same process. Match
// by key (unique among what is open in the process); a begin without an end ran until the program died.
struct OpEnd {
    RecordHeader header; // flags: kEndElsewhere or 0; key: that of the begin
    std::uint64_t ticks;
};
constexpr std::uint8_t kEndElsewhere = 1;
constexpr std::uint8_t kEndOfPushed = 2;  // of a range that was pushed in this ring; its key is one of those
constexpr std::uint8_t kEndOfStarted = 4; // of a range that was started, wherever its begin stands

// A range or a mark of the program's own, through NVTX. A range that was pushed belongs to its thread and ends there; one that
// was started (kStartedRange) may end on any thread of its process. Each has keys of its own, beside those of operators.
struct RangeBegin {
    RecordHeader header; // flags: kStartedRange, kHasColor, kCollection; key: that of its OpEnd, 0 of a mark
    std::uint64_t ticks;
    std::uint32_t name;
    std::uint32_t stack;        // innermost node, 0 where no Python runs on the thread
    std::uint32_t domain;       // a name; 0: the default one
    std::uint32_t category;     // the program's number for it, 0: none
    std::uint32_t categoryName; // 0: it has not been given one
    std::uint32_t color;        // 0xAARRGGBB, with kHasColor
    PayloadKind payloadKind;
    std::uint8_t padding[7];
    std::uint64_t payload; // the bits of the value; of one of four bytes the lower half
};
constexpr std::uint8_t kStartedRange = 1;
constexpr std::uint8_t kHasColor = 2;
constexpr std::uint8_t kCollection = 4; // no range of the program's: Python collects garbage

// What the OpBegin that follows says of a collective of torch.distributed: one whose key is the same, and nothing else of it
// stands between the two.
struct Collective {
    RecordHeader header;     // flags: kBetweenTwo; key: that of its OpBegin
    std::int64_t sequence;   // its number in its group, the same on all ranks; -1: not known
    std::int64_t inElements; // that this rank gives; -1: no tensors
    std::int32_t groupRank;  // of this process in the group; -1: not known
    std::int32_t groupSize;  // -1: not known
    std::int32_t peer;       // the other rank of two, in the group; -1: none, or not known
    std::uint8_t dtype;      // c10::ScalarType, where there are elements
    std::uint8_t padding;
    std::uint16_t nameBytes; // "all_reduce"
    std::uint32_t groupBytes;
    std::uint32_t padding2;
    // char name[nameBytes], char group[groupBytes], UTF-8; the group's is empty where it is not known
};
constexpr std::uint8_t kBetweenTwo = 1; // a send or a receive

// What an operator that is about to end gives back: stands before its OpEnd, in the ring of its begin.
struct Outputs {
    RecordHeader header;     // key: that of its OpBegin
    std::uint32_t signature; // of the outputs, as of arguments; never 0
    std::uint32_t padding;
};

// What such an operator gives back, or has written, holds NaN or Inf.
struct NonFinite {
    RecordHeader header; // flags: below; key: that of its OpBegin
    std::uint64_t ticks;
    std::uint64_t nans;       // numbers of the first output that holds any
    std::uint64_t infinities; // the same
    std::uint64_t elements;   // of that output
    std::uint32_t output;     // which one that is
    std::uint32_t padding;
};
constexpr std::uint8_t kMadeNan = 1;      // it holds NaN, and no input did
constexpr std::uint8_t kMadeInfinity = 2; // it holds Inf, and all inputs were finite
// It holds one, and so did an input tensor, or one cannot be looked at: the first of this process that did, where no
// operator before it has made one, or was asked for one by a number.
constexpr std::uint8_t kCameIn = 4;
constexpr std::uint8_t kOfInfinity = 8; // an input held Inf

// A whole operator in one record, from the torch.profiler fallback. Those of a thread come in the order of their
// begins, but later than what else stands in the ring.
struct OpComplete {
    RecordHeader header; // flags: scope; key: thread id that it ran on
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

// The thread enters what the session's filter names (SessionControl::where), or leaves the outermost of it: nothing of the
// thread is recorded before the first one, and from a leaving to the next entering.
struct Inside {
    RecordHeader header; // flags: kEntered or 0
    std::uint64_t ticks;
};
constexpr std::uint8_t kEntered = 1;

// An allocator of torch took or gave back a block. The operator it belongs to is the one open on this thread.
struct MemoryEvent {
    RecordHeader header; // key: device, type in bits 8..15 (c10::DeviceType: 0 CPU, 1 CUDA), index in bits
                         // 0..7, 255 none
    std::uint64_t ticks;
    std::uint64_t address;
    std::int64_t bytes;     // > 0 allocated, < 0 freed, 0 freed and as large as it was allocated
    std::int64_t allocated; // total of the device after this event, 0 if torch does not say
    std::int64_t reserved;  // the same for what the caching allocator holds
};

// An allocator gave up.
struct OutOfMemory {
    RecordHeader header; // key: device as in MemoryEvent
    std::uint64_t ticks;
    std::int64_t bytes; // what was asked for
    std::int64_t allocated;
    std::int64_t reserved;
};

// Where a thread of Python was, in a ring of no thread: the samples of one round, then the round.
struct PythonSample {
    RecordHeader header; // flags: kStackUnknown; key: the kernel's thread id
    std::uint64_t ticks;
    std::uint32_t stack; // innermost node; 0: no function of Python
    std::uint32_t padding;
};
constexpr std::uint8_t kStackUnknown = 1; // it changed faster than it could be read

// All threads that Python has have been sampled: those without a sample in this round have ended. One stands first in the ring.
struct PythonRound {
    RecordHeader header; // flags: kLastRound
    std::uint64_t ticks;
    std::uint64_t periodNs; // from one round to the next, as it is meant
};
constexpr std::uint8_t kLastRound = 1; // before a pause, or the end

// A function of Python begins or goes on, as generators do, on whichever thread holds the interpreter's lock: all threads of a
// process share one ring, which a FunctionEnd of all begins.
struct FunctionBegin {
    RecordHeader header; // key: the kernel's thread id
    std::uint64_t ticks;
    std::uint32_t code;
    std::uint32_t padding;
};

// The innermost function of the thread ends, or waits to go on.
struct FunctionEnd {
    RecordHeader header; // flags: kAllFunctions; key: the kernel's thread id
    std::uint64_t ticks;
};
constexpr std::uint8_t kAllFunctions = 1; // of all threads: what follows begins with what they are in then

// How long the probe took for one begin or end of an operator of this thread: of few, which stand for the others.
struct OwnCost {
    RecordHeader header; // flags: 0 of a begin, 1 of an end
    std::uint64_t fromTicks;
    std::uint64_t toTicks;
};

// Records were lost here because the ring was full. The sum of the counts equals RingHeader::dropped at last.
struct Dropped {
    RecordHeader header;
    std::uint64_t fromTicks; // the first loss
    std::uint64_t toTicks;   // room again
    std::uint64_t count;     // begins and other records; the end of a lost begin is not counted again
};

} // namespace lanes::ring
