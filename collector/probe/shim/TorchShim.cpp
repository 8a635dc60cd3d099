// The fallback for a torch whose layout the probe does not recognise: the same callbacks, compiled on the user's machine
// against that torch's own headers (with NDEBUG, or its inline checks call into debug-only symbols). Loaded after the
// probe, whose functions it gets; lanescope_probe/shim.py compiles and caches it.
#include "collector/probe/torch/ShimOperator.h"

#include <ATen/core/ivalue.h>
#include <ATen/record_function.h>
#include <c10/core/TensorImpl.h>

#include <algorithm>
#include <cstring>
#include <memory>

namespace {

using lanes::probe::ArgumentBuffer;
using lanes::probe::ShimCalls;
using lanes::probe::ShimOperator;
using lanes::ring::ArgumentKind;
using lanes::ring::argumentWord;

const ShimCalls* probe = nullptr;
at::CallbackHandle handle = 0;

constexpr std::size_t kMaxStringBytes = 256;
constexpr std::size_t kMaxArguments = 128;
constexpr std::size_t kReserve = 8;

void pushTensor(ArgumentBuffer& out, const at::Tensor& tensor) {
    if (!tensor.defined() || tensor.is_nested() ||
        tensor.unsafeGetTensorImpl()->has_symbolic_sizes_strides()) {
        out.push(argumentWord(ArgumentKind::Undefined));
        return;
    }
    const bool strided = tensor.layout() == at::kStrided;
    const at::IntArrayRef sizes = tensor.sizes();
    const auto typeAndDevice =
        static_cast<std::uint16_t>(static_cast<unsigned>(tensor.scalar_type()) & 0xffU |
                                   static_cast<unsigned>(tensor.device().type()) << 8);
    const auto index = static_cast<std::uint8_t>(tensor.device().index());
    if (sizes.size() > lanes::ring::kMaxDimensions) {
        out.push(argumentWord(ArgumentKind::OpaqueTensor, 0, typeAndDevice, index));
        return;
    }
    out.push(argumentWord(strided ? ArgumentKind::Tensor : ArgumentKind::SizedTensor,
                          static_cast<std::uint8_t>(sizes.size()), typeAndDevice, index));
    for (const std::int64_t size : sizes) {
        out.push(static_cast<std::uint64_t>(size));
    }
    if (strided) {
        for (const std::int64_t stride : tensor.strides()) {
            out.push(static_cast<std::uint64_t>(stride));
        }
    }
}

void pushTensorList(ArgumentBuffer& out, const c10::IValue& value) {
    const unsigned head = out.words;
    out.push(0);
    std::uint16_t present = 0;
    const auto list = value.toListRef();
    for (const c10::IValue& element : list) {
        if (!out.hasRoom(4 + 2 * lanes::ring::kMaxDimensions)) {
            break;
        }
        pushTensor(out, element.toTensor());
        ++present;
    }
    out.image[head] =
        argumentWord(ArgumentKind::TensorList, 0, present, static_cast<std::uint32_t>(list.size()));
}

std::uint64_t bitsOf(double value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

// A list of Scalars, each of which may be of another kind.
void pushMixedList(ArgumentBuffer& out, at::ArrayRef<c10::IValue> list) {
    const unsigned head = out.words;
    out.push(0);
    std::uint16_t present = 0;
    for (const c10::IValue& element : list) {
        if (!out.hasRoom(kReserve)) {
            break;
        }
        ++present;
        if (element.isComplexDouble()) {
            const c10::complex<double> value = element.toComplexDouble();
            out.push(argumentWord(ArgumentKind::Complex));
            out.push(bitsOf(value.real()));
            out.push(bitsOf(value.imag()));
        } else if (element.isDouble()) {
            out.push(argumentWord(ArgumentKind::Double));
            out.push(bitsOf(element.toDouble()));
        } else if (element.isInt() || element.isBool()) {
            out.push(argumentWord(element.isInt() ? ArgumentKind::Int : ArgumentKind::Bool));
            out.push(static_cast<std::uint64_t>(element.isInt() ? element.toInt()
                                                                : std::int64_t{element.toBool()}));
        } else {
            out.push(argumentWord(ArgumentKind::Other));
        }
    }
    out.image[head] =
        argumentWord(ArgumentKind::NumberList, 0, present, static_cast<std::uint32_t>(list.size()));
}

void pushNumberList(ArgumentBuffer& out, const c10::IValue& value) {
    const auto list = value.toListRef();
    if (!list.empty() && !list[0].isScalar()) {
        out.push(argumentWord(ArgumentKind::Other));
        return;
    }
    const auto all = [&](bool (c10::IValue::*is)() const) {
        return std::all_of(list.begin(), list.end(),
                           [is](const c10::IValue& element) { return (element.*is)(); });
    };
    const ArgumentKind kind = all(&c10::IValue::isInt)      ? ArgumentKind::IntList
                              : all(&c10::IValue::isDouble) ? ArgumentKind::DoubleList
                              : all(&c10::IValue::isBool)   ? ArgumentKind::BoolList
                                                            : ArgumentKind::NumberList;
    if (kind == ArgumentKind::NumberList) {
        pushMixedList(out, list);
        return;
    }
    const std::size_t room = lanes::ring::kMaxImageWords - out.words;
    const std::size_t present = std::min(list.size(), room > kReserve ? room - kReserve : 0);
    out.push(
        argumentWord(kind, 0, static_cast<std::uint16_t>(present), static_cast<std::uint32_t>(list.size())));
    for (std::size_t i = 0; i < present; ++i) {
        out.push(kind == ArgumentKind::IntList      ? static_cast<std::uint64_t>(list[i].toInt())
                 : kind == ArgumentKind::DoubleList ? bitsOf(list[i].toDouble())
                                                    : static_cast<std::uint64_t>(list[i].toBool()));
    }
}

void pushString(ArgumentBuffer& out, const std::string& text) {
    const std::size_t kept = std::min(text.size(), kMaxStringBytes);
    const std::size_t words = (kept + 7) / 8;
    if (!out.hasRoom(1 + words)) {
        out.push(argumentWord(ArgumentKind::Other));
        return;
    }
    out.push(argumentWord(ArgumentKind::String, 0, 0, static_cast<std::uint32_t>(kept)));
    for (std::size_t i = 0; i < words; ++i) {
        std::uint64_t word = 0;
        std::memcpy(&word, text.data() + 8 * i, std::min<std::size_t>(8, kept - 8 * i));
        out.push(word);
    }
}

void pushValue(ArgumentBuffer& out, const c10::IValue& value) {
    if (value.isTensor()) {
        pushTensor(out, value.toTensor());
    } else if (value.isInt()) {
        out.pushScalar(ArgumentKind::Int, static_cast<std::uint64_t>(value.toInt()));
    } else if (value.isDouble()) {
        out.pushScalar(ArgumentKind::Double, bitsOf(value.toDouble()));
    } else if (value.isComplexDouble()) {
        const c10::complex<double> number = value.toComplexDouble();
        out.pushComplex(bitsOf(number.real()), bitsOf(number.imag()));
    } else if (value.isBool()) {
        out.pushScalar(ArgumentKind::Bool, value.toBool() ? 1 : 0);
    } else if (value.isNone()) {
        out.push(argumentWord(ArgumentKind::None));
    } else if (value.isTensorList()) {
        pushTensorList(out, value);
    } else if (value.isList()) {
        pushNumberList(out, value);
    } else if (value.isString()) {
        pushString(out, value.toStringRef());
    } else {
        out.push(argumentWord(ArgumentKind::Other));
    }
}

void pushArguments(ArgumentBuffer& out, const at::RecordFunction& function) {
    const auto inputs = function.inputs();
    for (std::size_t i = 0; i < inputs.size() && i < kMaxArguments; ++i) {
        if (!out.hasRoom(2 + 2 * lanes::ring::kMaxDimensions)) {
            out.push(
                argumentWord(ArgumentKind::Truncated, 0, 0, static_cast<std::uint32_t>(inputs.size() - i)));
            return;
        }
        pushValue(out, inputs[i]);
    }
}

std::unique_ptr<at::ObserverContext> onStart(const at::RecordFunction& function) {
    ArgumentBuffer* arguments = probe->open();
    if (arguments == nullptr) {
        return nullptr;
    }
    pushArguments(*arguments, function);
    const auto name = function.operator_name();
    const ShimOperator operation{&function,
                                 function.name(),
                                 name ? name->overload_name.c_str() : "",
                                 function.forwardThreadId(),
                                 function.seqNr(),
                                 static_cast<std::uint32_t>(function.scope()),
                                 name ? 1U : 0U};
    // The probe's mark is made to be taken for a context and to survive being deleted (OpenMark.h).
    return std::unique_ptr<at::ObserverContext>(static_cast<at::ObserverContext*>(probe->begin(operation)));
}

void onEnd(const at::RecordFunction& function, at::ObserverContext* context) {
    probe->end(&function, context);
}

} // namespace

extern "C" {

__attribute__((visibility("default"))) void lanes_shim_start(const ShimCalls* calls) {
    probe = calls;
    handle = at::addGlobalCallback(
        at::RecordFunctionCallback(&onStart, &onEnd)
            .needsInputs(true)
            .scopes({at::RecordScope::FUNCTION, at::RecordScope::BACKWARD_FUNCTION,
                     at::RecordScope::TORCHSCRIPT_FUNCTION, at::RecordScope::USER_SCOPE}));
}

__attribute__((visibility("default"))) void lanes_shim_stop() {
    if (handle != 0) {
        at::removeCallback(handle);
        handle = 0;
    }
}

} // extern "C"
