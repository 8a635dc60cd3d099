#include "collector/probe/cupti/KernelParameters.h"

#include "collector/probe/torch/OperatorHook.h"

#include <atomic>
#include <cstddef>
#include <cstring>
#include <mutex>

namespace lanes::probe::cupti {

namespace {

constexpr std::size_t kSlots = 1U << 13; // a power of two, half of which are used
constexpr std::size_t kMostKernels = kSlots / 2;
constexpr std::size_t kMostTold = 4 * kMostKernels; // what is told is never freed: a launch may be reading it

struct Slot {
    std::atomic<std::uint64_t> function{0};
    std::atomic<const KernelParameters*> known{nullptr};
};

struct Known {
    std::mutex telling;
    std::size_t kernels = 0;
    std::size_t told = 0;
    Slot slots[kSlots];
};

Known& known() {
    static Known it;
    return it;
}

// The slot of a handle, or the one that it would get; there is always a free one.
Slot& slotOf(std::uint64_t function) {
    constexpr std::uint64_t kMix = 0x9E3779B97F4A7C15ULL;
    std::size_t at = function * kMix >> 40;
    for (;; ++at) {
        Slot& slot = known().slots[at & (kSlots - 1)];
        const std::uint64_t there = slot.function.load(std::memory_order_acquire);
        if (there == function || there == 0) {
            return slot;
        }
    }
}

} // namespace

void KernelParameters::read(void* const* parameters, std::uint64_t* to) const {
    for (std::uint8_t i = 0; i < count; ++i) {
        to[i] = 0;
        if (const void* from = parameters[values[i].index]; from != nullptr) {
            std::memcpy(&to[i], from, values[i].bytes);
        }
    }
}

void describeKernel(std::uint64_t function, const char* kernel, const char* signature) {
    const std::lock_guard lock(known().telling);
    if (function == 0 || known().told == kMostTold) {
        return;
    }
    auto* parameters = new KernelParameters{kernel, signature, keyOfText(signature), {}, 0};
    ring::forEachValue(parameters->signature, [&](const ring::KernelParameter& value) {
        parameters->values[parameters->count++] = {value.index, value.bytes};
    });
    Slot& slot = slotOf(function);
    const bool isNew = slot.function.load() == 0;
    if (parameters->count == 0 || (isNew && known().kernels == kMostKernels)) {
        if (!isNew) {
            slot.known.store(nullptr, std::memory_order_release);
        }
        delete parameters;
        return;
    }
    known().kernels += isNew ? 1 : 0;
    ++known().told;
    slot.known.store(parameters, std::memory_order_release);
    slot.function.store(function, std::memory_order_release);
}

const KernelParameters* parametersOf(const void* function, const char* kernel) {
    const Slot& slot = slotOf(reinterpret_cast<std::uint64_t>(function));
    const KernelParameters* parameters = slot.known.load(std::memory_order_acquire);
    const bool its =
        parameters != nullptr && kernel != nullptr && std::strcmp(parameters->kernel.c_str(), kernel) == 0 &&
        slot.function.load(std::memory_order_acquire) == reinterpret_cast<std::uint64_t>(function);
    return its ? parameters : nullptr;
}

} // namespace lanes::probe::cupti
