#include "collector/probe/OperatorHook.h"

#include "collector/probe/CalibrationTap.h"
#include "collector/probe/CodeKeeper.h"
#include "collector/probe/RecordFunctionReader.h"

#include <dlfcn.h>

#include <cstring>

namespace lanes::probe {

namespace {

// at::RecordFunctionCallback, passed by value on the stack; the same bytes in every torch since 1.13.
struct TorchCallback {
    void* (*start)(void** slot, const void* record); // returns a unique_ptr<ObserverContext> through the slot
    void (*end)(const void* record, void* context);
    double probability;
    bool scopes[10];
    bool needsInputs;
    bool needsOutputs;
    bool needsIds;
};
static_assert(sizeof(TorchCallback) == 40);

struct TorchFunctions {
    std::uint64_t (*addGlobalCallback)(TorchCallback) = nullptr;
    void (*removeCallback)(std::uint64_t) = nullptr;
    const char* (*name)(const void*) = nullptr;
    std::uint64_t (*currentThreadId)() = nullptr;
};

TorchFunctions torchFunctions;
std::uint64_t callbackHandle = 0;

constexpr std::uint64_t kStringKey = 1ULL << 63; // no address of a program has this bit
constexpr std::uint64_t kLossesBetweenChecks = 4096;
constexpr std::size_t kMaxNameBytes = 1024;

std::uint64_t hashOf(std::string_view text) {
    std::uint64_t hash = text.size();
    for (const char character : text) {
        hash = (hash ^ static_cast<unsigned char>(character)) * 0x100000001B3ULL;
        hash ^= hash >> 29;
    }
    return hash | kStringKey;
}

std::uint32_t keyOf(const void* record) {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(record) >> 3);
}

std::uint32_t nameOf(ThreadRecorder& recorder, const RecordFunctionReader<DirectMemory>& reader,
                     const void* record) {
    if (const std::uint64_t schema = reader.schema(); schema != 0) {
        if (const std::uint32_t known = recorder.findName(schema); known != 0) {
            return known;
        }
        const SchemaName name = readSchemaName(hookState().torch, schema);
        return recorder.defineName({schema, name.name, name.overload});
    }
    // The string lives in the record and dies with it.
    return nameOfText(recorder, torchFunctions.name(record));
}

std::uint32_t stackOf(ThreadRecorder& recorder) {
    const HookState& state = hookState();
    if (state.threadState == nullptr) {
        return 0;
    }
    if (const std::uint32_t epoch = codeEpoch(); epoch != recorder.codeEpoch) {
        recorder.codeEpoch = epoch;
        recorder.forgetCode();
    }
    PythonFrame frames[kMaxFrames];
    const unsigned count = walkFrames<DirectMemory>(state.python, state.threadState(), frames);
    return recorder.stackOf(state.python, frames, count);
}

bool recordBegin(ThreadRecorder& recorder, const std::byte* record) {
    const HookState& state = hookState();
    const RecordFunctionReader<DirectMemory> reader(state.torch, record);
    ArgumentBuffer& arguments = recorder.arguments();
    arguments.clear();
    const std::uint32_t name = nameOf(recorder, reader, record);
    const std::uint32_t stack = stackOf(recorder);
    std::uint32_t signature = 0;
    if (state.arguments) {
        ArgumentReader<DirectMemory>(state.torch, arguments).readAll(record);
        signature = arguments.words == 0 ? 0 : recorder.signatureOf(arguments);
    }
    OperatorFacts facts;
    facts.scope = reader.scope();
    facts.key = keyOf(record);
    facts.sequence = reader.sequence();
    facts.forwardThread = static_cast<std::uint32_t>(reader.forwardThread());
    return recorder.beginOperator(facts, name, stack, signature, arguments);
}

// What the end callback is to get. Losses are the moment to ask whether there is a recorder at all.
void* markOf(ThreadRecorder& recorder, bool recorded) {
    if (recorded) {
        return &recorder.mark();
    }
    if (recorder.lossesInARow() % kLossesBetweenChecks == 0 && probeProcess().abandoned()) {
        stopRecording();
    }
    return nullptr;
}

void* onStart(void** slot, const void* record) {
    *slot = nullptr;
    HookState& state = hookState();
    const HookMode mode = state.mode.load(std::memory_order_relaxed);
    if (mode != HookMode::Record) {
        if (mode == HookMode::Calibrate) {
            tapOperator(state.torch, static_cast<const std::byte*>(record), torchFunctions.name(record),
                        torchThreadId());
        } else if (mode == HookMode::Count && pthread_equal(pthread_self(), state.countedThread) != 0 &&
                   --state.countdown == 0) {
            state.counted();
        }
        return slot;
    }
    if (ThreadRecorder* recorder = readyRecorder()) {
        *slot = markOf(*recorder, recordBegin(*recorder, static_cast<const std::byte*>(record)));
    }
    return slot;
}

int removeHookLater(void*) {
    removeHook();
    return 0;
}

template<class Function>
void find(void* library, const char* symbol, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, symbol));
}

} // namespace

std::uint32_t nameOfText(ThreadRecorder& recorder, const char* text) {
    const std::string_view name(text, strnlen(text, kMaxNameBytes));
    const std::uint64_t key = hashOf(name);
    const std::uint32_t known = recorder.findName(key);
    return known != 0 ? known : recorder.defineName({key, name, {}});
}

HookState& hookState() {
    static HookState state;
    return state;
}

ProbeProcess& probeProcess() {
    static auto* process = new ProbeProcess; // never destroyed: operators run until the very end
    return *process;
}

ThreadRecorder* readyRecorder() {
    ProbeProcess& process = probeProcess();
    ThreadRecorder* recorder = ProbeProcess::current();
    if (recorder == nullptr) {
        recorder = process.recorderForThisThread(torchThreadId());
    }
    if (recorder != nullptr && process.closed()) {
        stopRecording();
        return nullptr;
    }
    return recorder;
}

std::string bindTorch(const char* path) {
    void* library = dlopen(path, RTLD_NOLOAD | RTLD_NOW);
    if (library == nullptr) {
        return std::string(path) + " is not loaded in this process";
    }
    find(library, "_ZN2at17addGlobalCallbackENS_22RecordFunctionCallbackE", torchFunctions.addGlobalCallback);
    find(library, "_ZN2at14removeCallbackEm", torchFunctions.removeCallback);
    find(library, "_ZNK2at14RecordFunction4nameEv", torchFunctions.name);
    find(library, "_ZN2at14RecordFunction15currentThreadIdEv", torchFunctions.currentThreadId);
    if (torchFunctions.addGlobalCallback == nullptr || torchFunctions.removeCallback == nullptr ||
        torchFunctions.name == nullptr) {
        return std::string(path) +
               " lacks at::addGlobalCallback, at::removeCallback or at::RecordFunction::name";
    }
    return {};
}

void addHook() {
    if (callbackHandle == 0 && torchFunctions.addGlobalCallback != nullptr) {
        TorchCallback callback{&onStart, &recordEnd, 1.0, {}, hookState().arguments, false, false};
        for (const ring::Scope scope : {ring::Scope::Function, ring::Scope::BackwardFunction,
                                        ring::Scope::TorchScript, ring::Scope::User}) {
            callback.scopes[static_cast<std::size_t>(scope)] = true;
        }
        callbackHandle = torchFunctions.addGlobalCallback(callback);
    }
}

void removeHook() {
    if (callbackHandle != 0) {
        torchFunctions.removeCallback(callbackHandle);
        callbackHandle = 0;
    }
}

void recordEnd(const void* record, void* mark) {
    if (mark == nullptr) {
        return;
    }
    const std::uint64_t ticks = readTicks(probeProcess().clock());
    ThreadRecorder* owner = static_cast<OpenMark*>(mark)->owner();
    ThreadRecorder* mine = ProbeProcess::current();
    if (mine == owner) {
        mine->endOperator(keyOf(record), ticks);
    } else if (mine != nullptr) {
        mine->endOperatorOf(*owner, keyOf(record), ticks);
    }
}

ArgumentBuffer* openArguments() {
    if (hookState().mode.load(std::memory_order_relaxed) != HookMode::Record) {
        return nullptr;
    }
    ThreadRecorder* recorder = readyRecorder();
    if (recorder == nullptr) {
        return nullptr;
    }
    recorder->arguments().clear();
    return &recorder->arguments();
}

void* recordShimBegin(const ShimOperator& shim) {
    ThreadRecorder* recorder = ProbeProcess::current();
    if (recorder == nullptr) {
        return nullptr;
    }
    const ArgumentBuffer& arguments = recorder->arguments();
    std::uint32_t name =
        shim.nameKey == 0 ? nameOfText(*recorder, shim.name) : recorder->findName(shim.nameKey);
    if (name == 0 && shim.nameKey != 0) {
        name = recorder->defineName({shim.nameKey, shim.name, shim.overload});
    }
    const std::uint32_t stack = stackOf(*recorder);
    const std::uint32_t signature = arguments.words == 0 ? 0 : recorder->signatureOf(arguments);
    OperatorFacts facts;
    facts.scope = static_cast<std::uint8_t>(shim.scope);
    facts.key = keyOf(shim.record);
    facts.sequence = shim.sequence;
    facts.forwardThread = static_cast<std::uint32_t>(shim.forwardThread);
    return markOf(*recorder, recorder->beginOperator(facts, name, stack, signature, arguments));
}

std::uint64_t torchThreadId() {
    return torchFunctions.currentThreadId == nullptr ? 0 : torchFunctions.currentThreadId();
}

void stopRecording() {
    if (hookState().mode.exchange(HookMode::Off) == HookMode::Record &&
        hookState().addPendingCall != nullptr) {
        hookState().addPendingCall(&removeHookLater, nullptr);
    }
}

} // namespace lanes::probe
