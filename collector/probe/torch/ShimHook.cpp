#include "collector/probe/torch/ShimHook.h"

#include "collector/probe/torch/OperatorHook.h"
#include "collector/probe/torch/ShimOperator.h"

#include <dlfcn.h>

#include <atomic>

namespace lanes::probe {

namespace {

SourceGate gate;
std::atomic<std::uint64_t> seen{0};
void (*stopShim)() = nullptr;

ArgumentBuffer* openArguments() {
    if ((gate.wanted() & ring::kOperators) == 0) {
        seen.fetch_add(1, std::memory_order_relaxed);
        noteShut();
        return nullptr;
    }
    ThreadRecorder* recorder = readyRecorder();
    if (recorder == nullptr) {
        return nullptr;
    }
    recorder->arguments().clear();
    return &recorder->arguments();
}

void* begin(const ShimOperator& shim) {
    ThreadRecorder* recorder = ProbeProcess::current();
    if (recorder == nullptr) {
        return nullptr;
    }
    const std::uint32_t wanted = gate.wanted();
    if ((wanted & ring::kArguments) == 0) {
        recorder->arguments().clear();
    }
    const std::uint32_t name = shim.hasSchema != 0 ? nameOfOperator(*recorder, shim.name, shim.overload)
                                                   : nameOfText(*recorder, shim.name);
    OperatorFacts facts;
    facts.scope = static_cast<std::uint8_t>(shim.scope);
    facts.key = keyOf(shim.record);
    facts.sequence = shim.sequence;
    facts.forwardThread = static_cast<std::uint32_t>(shim.forwardThread);
    return recordBegin(*recorder, facts, name, wanted);
}

std::string start(const char* library) {
    void* shim = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (shim == nullptr) {
        return dlerror();
    }
    const auto startShim = reinterpret_cast<void (*)(const ShimCalls*)>(dlsym(shim, "lanes_shim_start"));
    stopShim = reinterpret_cast<void (*)()>(dlsym(shim, "lanes_shim_stop"));
    if (startShim == nullptr || stopShim == nullptr) {
        return std::string(library) + " is no compiled fallback";
    }
    static constexpr ShimCalls kCalls{&openArguments, &begin, &recordEnd};
    startShim(&kCalls);
    return {};
}

void stop() {
    gate.close();
    if (stopShim != nullptr) {
        stopShim();
    }
}

std::uint64_t countSeen() {
    return seen.load(std::memory_order_relaxed);
}

} // namespace

constinit const RecordSource kShimSource{"shim", &gate, &start, &stop, &countSeen, nullptr, nullptr};

} // namespace lanes::probe
