// The offsets of the fields that are read from CUPTI's records. Since CUDA 11.8 the layout of a kind has only grown
// at its end. The library in the process decides which layout it writes, whatever the headers say. A field is present
// if the record is long enough (StrideProbe.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace lanes::probe::cupti {

// The CUpti_ActivityKind values that are recorded.
enum class Kind : std::uint32_t {
    Copy = 1,
    Fill = 2,
    DriverCall = 4,
    RuntimeCall = 5,
    Device = 8,
    Context = 9,
    Kernel = 10, // concurrent kernels, which the library does not serialise
    Overhead = 17,
    PeerCopy = 22,
    Event = 36,
    Stream = 37,
    Synchronization = 38,
    External = 39, // requested by other clients only
    Link = 40,
    Memory = 49,
    Pool = 50,
    Graph = 51,
    Compilation = 52,
};
constexpr std::size_t kKinds = 64; // above all kinds

template<class Value>
struct Field {
    std::size_t offset;
    [[nodiscard]] constexpr std::size_t end() const { return offset + sizeof(Value); }
};

class ActivityRecord {
public:
    ActivityRecord(const std::uint8_t* at, std::size_t bytes)
        : at_(at)
        , bytes_(bytes) {}

    template<class Value>
    [[nodiscard]] Value get(Field<Value> field) const {
        Value value{}; // stays 0 if the library does not have the field
        if (field.end() <= bytes_) {
            std::memcpy(&value, at_ + field.offset, sizeof value);
        }
        return value;
    }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

private:
    const std::uint8_t* at_;
    std::size_t bytes_;
};

using Byte = Field<std::uint8_t>;
using Half = Field<std::uint16_t>;
using Word = Field<std::uint32_t>;
using Long = Field<std::uint64_t>;
using Signed = Field<std::int32_t>;
using Text = Field<const char*>;

namespace kernel {
constexpr Half kRegisters{6};
constexpr Long kStart{16}, kEnd{24}, kCompleted{32}, kQueued{120}, kSubmitted{128}, kGraphNode{144};
constexpr Word kDevice{40}, kContext{44}, kStream{48}, kCorrelation{92}, kGraph{156};
constexpr Signed kGridX{52}, kGridY{56}, kGridZ{60}, kBlockX{64}, kBlockY{68}, kBlockZ{72};
constexpr Signed kStaticShared{76}, kDynamicShared{80}, kPriority{216};
constexpr Word kLocalPerThread{84}, kSharedExecuted{140}, kClusterX{176}, kClusterY{180}, kClusterZ{184};
constexpr Text kName{104};
constexpr Byte kLaunchType{136};
} // namespace kernel

namespace copy {
constexpr Byte kKind{4}, kFrom{5}, kTo{6}, kFlags{7};
constexpr Long kBytes{8}, kStart{16}, kEnd{24}, kGraphNode{64};
constexpr Word kDevice{32}, kContext{36}, kStream{40}, kCorrelation{44}, kGraph{72};
} // namespace copy

namespace peer {
constexpr Byte kKind{4}, kFrom{5}, kTo{6}, kFlags{7};
constexpr Long kBytes{8}, kStart{16}, kEnd{24}, kGraphNode{72};
constexpr Word kDevice{32}, kContext{36}, kStream{40}, kFromDevice{44}, kToDevice{52}, kCorrelation{60},
    kGraph{80};
} // namespace peer

namespace fill {
constexpr Word kValue{4}, kDevice{32}, kContext{36}, kStream{40}, kCorrelation{44}, kGraph{72};
constexpr Long kBytes{8}, kStart{16}, kEnd{24}, kGraphNode{64};
constexpr Half kMemory{50};
} // namespace fill

namespace call {
constexpr Word kFunction{4}, kThread{28}, kCorrelation{32}, kResult{36};
constexpr Long kStart{8}, kEnd{16};
} // namespace call

namespace synchronization {
constexpr Word kType{4}, kCorrelation{24}, kContext{28}, kStream{32}, kEvent{36};
constexpr Long kStart{8}, kEnd{16}, kEventRecord{40};
constexpr Word kResult{48}; // of a query: not 0 while its work is not over
} // namespace synchronization

namespace event {
constexpr Word kCorrelation{4}, kContext{8}, kStream{12}, kEvent{16};
constexpr Long kReached{40}, kRecord{48};
} // namespace event

// The ids that a client gives to calls.
namespace external {
constexpr Word kKind{4};
constexpr std::uint32_t kFirstCustom = 3, kLastTorch = 4; // CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0 and 1
} // namespace external

namespace overhead {
constexpr Word kWhat{4}, kObject{8}, kThread{16};
constexpr Long kStart{24}, kEnd{32};
constexpr std::uint32_t kOfThread = 2; // CUPTI_ACTIVITY_OBJECT_THREAD
} // namespace overhead

namespace graph {
constexpr Word kCorrelation{4}, kDevice{24}, kGraph{28}, kContext{32}, kStream{36};
constexpr Long kStart{8}, kEnd{16};
} // namespace graph

namespace memory {
constexpr Word kOperation{4}, kKind{8}, kCorrelation{12}, kDevice{52}, kContext{56}, kStream{60}, kAsync{72};
constexpr Long kAddress{16}, kBytes{24}, kTime{32};
constexpr Long kPool{88}, kPoolBytes{104}, kPoolUsed{112};
} // namespace memory

namespace pool {
constexpr Word kOperation{4}, kCorrelation{12}, kDevice{20};
constexpr Long kKept{24}, kAddress{32}, kBytes{40}, kThreshold{48}, kTime{56}, kUsed{64};
} // namespace pool

namespace compilation {
constexpr Word kFrom{4}, kStep{8}, kDevice{12}, kCorrelation{32}, kThread{68};
constexpr Long kStart{16}, kEnd{24}, kUnit{40}, kCacheBytes{48};
constexpr Text kCachePath{56};
} // namespace compilation

struct Uuid {
    std::uint8_t bytes[16];
};
namespace link {
constexpr Word kVersion{4}, kFirstType{8}, kSecondType{12}, kPhysical{52};
constexpr Field<Uuid> kFirst{16}, kSecond{32};
constexpr std::uint32_t kOfGpu = 1; // CUPTI_DEV_TYPE_GPU
// The fields behind the ports of a link. The numbers of ports before them take 2 x 4, 16 or 32 bytes, or 16 in all.
// It is the one kind that has also shrunk.
struct End {
    std::size_t bytes; // the length of the record
    Long bandwidth;
    Byte throughSwitch; // absent if behind the record's end
};
constexpr End kEnds[] = {{72, {64}, {72}},  {88, {72}, {80}},    {96, {88}, {96}},
                         {104, {88}, {96}}, {128, {120}, {128}}, {136, {120}, {128}}};
} // namespace link

namespace device {
constexpr Long kBandwidth{8}, kMemory{16};
constexpr Word kL2Bytes{28}, kWarpThreads{32}, kCoreClock{36}, kProcessors{44}, kMaxWarps{52}, kMaxBlocks{56},
    kMaxShared{60}, kMaxRegisters{64}, kMaxSharedPerBlock{72}, kMaxThreadsPerBlock{76}, kComputeMajor{104},
    kComputeMinor{108}, kNumber{112};
constexpr Field<Uuid> kUuid{120};
constexpr Text kName{136};
} // namespace device

namespace context {
constexpr Word kContext{4}, kDevice{8};
} // namespace context

namespace stream {
constexpr Word kContext{4}, kStream{8}, kPriority{12}, kFlag{16};
} // namespace stream

// True for kinds that report what devices, contexts, streams and links exist, once, as each is made. They stay on in
// a long pause of the recording, too.
constexpr bool isAboutDevices(Kind kind) {
    return kind == Kind::Device || kind == Kind::Context || kind == Kind::Stream || kind == Kind::Link;
}

// A recorded kind, and the bytes without which its records are of no use.
struct KindFacts {
    Kind kind;
    const char* plural; // "kernels"
    std::size_t needed;
    bool mayLack = false; // libraries and machines without this kind are no fault
};
// Devices and contexts come first, so that their records precede those that refer to them.
constexpr KindFacts kKindFacts[] = {
    {Kind::Device, "devices", device::kName.end()},
    {Kind::Context, "contexts", context::kDevice.end()},
    {Kind::Stream, "streams", stream::kFlag.end()},
    {Kind::Kernel, "kernels", kernel::kSharedExecuted.end()},
    {Kind::Copy, "copies", copy::kCorrelation.end()},
    {Kind::PeerCopy, "copies between devices", peer::kCorrelation.end()},
    {Kind::Fill, "fills", fill::kMemory.end()},
    {Kind::RuntimeCall, "calls of the runtime", call::kResult.end()},
    {Kind::DriverCall, "calls of the driver", call::kResult.end()},
    {Kind::Synchronization, "waits", synchronization::kEvent.end()},
    {Kind::Event, "events", event::kEvent.end()},
    {Kind::Overhead, "overhead", overhead::kEnd.end()},
    {Kind::Memory, "memory", memory::kAsync.end()},
    {Kind::Pool, "memory pools", pool::kTime.end(), true},
    {Kind::Compilation, "the driver's compiler", compilation::kCachePath.end(), true},
    {Kind::Link, "links between devices", link::kPhysical.end(), true},
};
constexpr KindFacts kGraphFacts{Kind::Graph, "graphs", graph::kStream.end()};

} // namespace lanes::probe::cupti
