// Nothing but comparisons: what the probe believes of NVTX's structures and numbers, and what NVIDIA's header says.
#include "collector/probe/nvtx/NvtxLayout.h"
#include "collector/ring/Records.h"

#include <nvtx3/nvToolsExt.h>

#include <cstddef>

namespace ours = lanes::probe::nvtx;
using lanes::ring::PayloadKind;

namespace {

template<class Ours, class Theirs>
constexpr bool same(Ours a, Theirs b) {
    return static_cast<long>(a) == static_cast<long>(b);
}

} // namespace

#define SAME_FIELD(field, member)                                                                            \
    static_assert(offsetof(ours::EventAttributes, field) == offsetof(nvtxEventAttributes_t, member) &&       \
                      sizeof(ours::EventAttributes::field) == sizeof(nvtxEventAttributes_t::member),         \
                  #member)
#define SAME_CORE(name) static_assert(same(ours::CoreCall::name, NVTX_CBID_CORE_##name), #name)
#define SAME_CORE2(name) static_assert(same(ours::Core2Call::name, NVTX_CBID_CORE2_##name), #name)

static_assert(sizeof(ours::EventAttributes) == sizeof(nvtxEventAttributes_t));
SAME_FIELD(version, version);
SAME_FIELD(bytes, size);
SAME_FIELD(category, category);
SAME_FIELD(colorKind, colorType);
SAME_FIELD(color, color);
SAME_FIELD(payloadKind, payloadType);
SAME_FIELD(payload, payload);
SAME_FIELD(messageKind, messageType);
SAME_FIELD(message, message);

static_assert(sizeof(ours::CallbackTables) == sizeof(NvtxExportTableCallbacks));
static_assert(offsetof(ours::CallbackTables, table) ==
              offsetof(NvtxExportTableCallbacks, GetModuleFunctionTable));
static_assert(same(ours::kCallbackTables, NVTX_ETID_CALLBACKS));
static_assert(same(ours::Module::Core, NVTX_CB_MODULE_CORE) &&
              same(ours::Module::Core2, NVTX_CB_MODULE_CORE2) &&
              same(ours::Module::Cuda, NVTX_CB_MODULE_CUDA) &&
              same(ours::Module::CudaRuntime, NVTX_CB_MODULE_CUDART));
static_assert(same(ours::CudaCall::NameStreamA, NVTX_CBID_CUDA_NameCuStreamA) &&
              same(ours::CudaCall::NameStreamW, NVTX_CBID_CUDA_NameCuStreamW));
static_assert(same(ours::CudaRuntimeCall::NameStreamA, NVTX_CBID_CUDART_NameCudaStreamA) &&
              same(ours::CudaRuntimeCall::NameStreamW, NVTX_CBID_CUDART_NameCudaStreamW));
static_assert(same(ours::kNotTracked, NVTX_NO_PUSH_POP_TRACKING) && same(ours::kArgb, NVTX_COLOR_ARGB));

static_assert(same(ours::MessageKind::None, NVTX_MESSAGE_UNKNOWN));
static_assert(same(ours::MessageKind::Narrow, NVTX_MESSAGE_TYPE_ASCII));
static_assert(same(ours::MessageKind::Wide, NVTX_MESSAGE_TYPE_UNICODE));
static_assert(same(ours::MessageKind::Registered, NVTX_MESSAGE_TYPE_REGISTERED));

static_assert(same(PayloadKind::Unsigned64, NVTX_PAYLOAD_TYPE_UNSIGNED_INT64));
static_assert(same(PayloadKind::Signed64, NVTX_PAYLOAD_TYPE_INT64));
static_assert(same(PayloadKind::Double, NVTX_PAYLOAD_TYPE_DOUBLE));
static_assert(same(PayloadKind::Unsigned32, NVTX_PAYLOAD_TYPE_UNSIGNED_INT32));
static_assert(same(PayloadKind::Signed32, NVTX_PAYLOAD_TYPE_INT32));
static_assert(same(PayloadKind::Float, NVTX_PAYLOAD_TYPE_FLOAT));

SAME_CORE(MarkEx);
SAME_CORE(MarkA);
SAME_CORE(MarkW);
SAME_CORE(RangeStartEx);
SAME_CORE(RangeStartA);
SAME_CORE(RangeStartW);
SAME_CORE(RangeEnd);
SAME_CORE(RangePushEx);
SAME_CORE(RangePushA);
SAME_CORE(RangePushW);
SAME_CORE(RangePop);
SAME_CORE(NameCategoryA);
SAME_CORE(NameCategoryW);
SAME_CORE(NameOsThreadA);
SAME_CORE(NameOsThreadW);
SAME_CORE2(DomainMarkEx);
SAME_CORE2(DomainRangeStartEx);
SAME_CORE2(DomainRangeEnd);
SAME_CORE2(DomainRangePushEx);
SAME_CORE2(DomainRangePop);
SAME_CORE2(DomainNameCategoryA);
SAME_CORE2(DomainNameCategoryW);
SAME_CORE2(DomainRegisterStringA);
SAME_CORE2(DomainRegisterStringW);
SAME_CORE2(DomainCreateA);
SAME_CORE2(DomainCreateW);
