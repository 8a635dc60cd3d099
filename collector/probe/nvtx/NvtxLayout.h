// The structures that NVTX passes to the tool that NVTX_INJECTION64_PATH names, in layouts of our own. NVTX is a
// header that programs compile in, so the toolkit may be missing here. The layouts are the same in every NVTX 3;
// tests/played_gpu compares them with the headers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanes::probe::nvtx {

// The functions that a program calls stand in tables by module. Each entry is the address of the pointer to set, or
// nullptr.
using Function = void (*)();

enum class Module : std::int32_t { Core = 1, Cuda = 2, CudaRuntime = 4, Core2 = 5 };

struct CallbackTables {
    std::size_t bytes;
    int (*table)(Module module, Function*** entries, unsigned* count);
};
constexpr std::uint32_t kCallbackTables = 1;
using GetExportTable = const void* (*)(std::uint32_t which);

enum class CoreCall : std::uint8_t {
    MarkEx = 1,
    MarkA,
    MarkW,
    RangeStartEx,
    RangeStartA,
    RangeStartW,
    RangeEnd,
    RangePushEx,
    RangePushA,
    RangePushW,
    RangePop,
    NameCategoryA,
    NameCategoryW,
    NameOsThreadA,
    NameOsThreadW,
};

enum class Core2Call : std::uint8_t {
    DomainMarkEx = 1,
    DomainRangeStartEx,
    DomainRangeEnd,
    DomainRangePushEx,
    DomainRangePop,
    DomainNameCategoryA = 8,
    DomainNameCategoryW,
    DomainRegisterStringA,
    DomainRegisterStringW,
    DomainCreateA,
    DomainCreateW,
};

enum class CudaCall : std::uint8_t { NameStreamA = 5, NameStreamW };
enum class CudaRuntimeCall : std::uint8_t { NameStreamA = 3, NameStreamW };

enum class MessageKind : std::int32_t { None = 0, Narrow = 1, Wide = 2, Registered = 3 };
constexpr std::int32_t kArgb = 1; // EventAttributes::colorKind

// nvtxEventAttributes_t. In an older NVTX it is shorter.
struct EventAttributes {
    std::uint16_t version;
    std::uint16_t bytes;
    std::uint32_t category;
    std::int32_t colorKind;
    std::uint32_t color;
    std::int32_t payloadKind; // ring::PayloadKind has the same numbers
    std::int32_t reserved;
    std::uint64_t payload;
    MessageKind messageKind;
    const void* message;
};
static_assert(sizeof(EventAttributes) == 48);

// The return values of push and pop when there is no level.
constexpr int kNothingToPop = -1;
constexpr int kNotTracked = -2; // NVTX_NO_PUSH_POP_TRACKING

} // namespace lanes::probe::nvtx
