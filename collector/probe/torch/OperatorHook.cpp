#include "collector/probe/torch/OperatorHook.h"

#include "collector/probe/TextHash.h"
#include "collector/probe/Where.h"
#include "collector/probe/cpython/CodeKeeper.h"
#include "collector/probe/torch/CalibrationTap.h"
#include "collector/probe/torch/CallbackPause.h"
#include "collector/probe/torch/Collectives.h"
#include "collector/probe/torch/RecordFunctionReader.h"
#include "collector/ring/StepKind.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <string_view>
#include <utility>

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
    std::uint64_t (*nextSequence)() = nullptr;
};

TorchFunctions torchFunctions;
std::uint64_t callbackHandle = 0;
// With a filter: of ranges and backward nodes, which tell where it begins and ends.
std::uint64_t borderHandle = 0;
CallbackPause callbackPause;
SourceGate gate;
std::atomic<std::uint64_t> seen{0};

constexpr std::uint64_t kLossesBetweenChecks = 4096;

std::uint32_t nameOf(ThreadRecorder& recorder, const RecordFunctionReader<DirectMemory>& reader,
                     const void* record) {
    if (const std::uint64_t schema = reader.schema(); schema != 0) {
        // By what it says: a library that is unloaded leaves its address to another one's.
        const SchemaView name = viewSchemaName(hookState().torch, schema);
        return nameOfOperator(recorder, name.name, name.overload);
    }
    // The string lives in the record and dies with it.
    const char* text = torchFunctions.name(record);
    return nameOfText(recorder, {text, strnlen(text, kMostNameBytes)});
}

void* begin(ThreadRecorder& recorder, const std::byte* record, std::uint32_t wanted) {
    const HookState& state = hookState();
    const RecordFunctionReader<DirectMemory> reader(state.torch, record);
    ArgumentBuffer& arguments = recorder.arguments();
    arguments.clear();
    if (!recorder.hasRoomAgain()) {
        recorder.countLoss(); // without reading what cannot be written
        missCollective();
        noteLoss(recorder);
        return nullptr;
    }
    const std::uint32_t name = nameOf(recorder, reader, record);
    if (hasProcessGroups() && state.arguments && name != 0) {
        if (const CollectiveName of = recorder.collectiveName(name); of.role != CollectiveRole::None) {
            noteCollective(recorder, record, of, torchFunctions.name(record), keyOf(record));
        }
    }
    if ((wanted & ring::kArguments) != 0) {
        ArgumentReader<DirectMemory>(state.torch, arguments).readAll(record);
    }
    OperatorFacts facts;
    facts.scope = reader.scope();
    facts.key = keyOf(record);
    facts.sequence = reader.sequence();
    facts.isDispatched =
        facts.scope == static_cast<std::uint8_t>(ring::Scope::Function) && reader.schema() != 0;
    facts.forwardThread = static_cast<std::uint32_t>(reader.forwardThread());
    void* const mark = recordBegin(recorder, facts, name, wanted);
    if (mark != nullptr && (wanted & ring::kValues) != 0 && state.torch.outputs >= 0 &&
        facts.scope == static_cast<std::uint8_t>(ring::Scope::Function)) {
        recorder.outputs().begin(state.torch, record, facts.key, recorder.writes(name));
    }
    return mark;
}

constexpr std::uint8_t kBegins = 0;
constexpr std::uint8_t kEnds = 1;

void noteCost(ThreadRecorder& recorder, std::uint8_t part, std::uint64_t from) {
    ring::OwnCost cost{};
    cost.header = ring::recordHeader(ring::RecordType::OwnCost, sizeof cost, part, 0);
    cost.fromTicks = from;
    cost.toTicks = readTicks(probeProcess().clock());
    recorder.recordIfRoom(cost);
}

void* timedBegin(ThreadRecorder& recorder, const std::byte* record, std::uint32_t wanted) {
    const std::uint64_t from = readTicks(probeProcess().clock());
    void* const mark = begin(recorder, record, wanted);
    if (mark != nullptr) { // else it was lost, which is another matter
        noteCost(recorder, kBegins, from);
    }
    recorder.cost().timedBegin();
    return mark;
}

void withoutRecording(const void* record) {
    HookState& state = hookState();
    switch (state.mode.load(std::memory_order_acquire)) {
    case HookMode::Calibrate:
        seen.fetch_add(1, std::memory_order_relaxed);
        tapOperator(state.torch, static_cast<const std::byte*>(record), torchFunctions.name(record),
                    torchThreadId());
        return;
    case HookMode::Count:
        if (pthread_equal(pthread_self(), state.countedThread) != 0 && --state.countdown == 0) {
            state.counted();
        }
        break;
    case HookMode::Off:
        break;
    }
    noteShut();
    if (gate.isOpen()) {
        callbackPause.begin(callbackHandle);
    }
}

// `mine`: the recorder of the thread that it ends on, if it has one.
void recordEndOf(ThreadRecorder& owner, ThreadRecorder* mine, std::uint32_t key, std::uint64_t ticks) {
    if (mine == &owner) {
        mine->endOperator(key, ticks);
    } else if (mine != nullptr) {
        mine->endOperatorOf(owner, key, ticks);
    } else {
        owner.loseEnd();
    }
}

void endAt(const void* record, const OpenMark& open, std::uint64_t ticks) {
    ThreadRecorder* mine = readyRecorder(); // a thread's first event may be the end of another's range
    if (open.recorded()) {
        recordEndOf(*open.owner(), mine, keyOf(record), ticks);
    }
    if (open.entered()) {
        where::leave(*open.owner());
    }
    if (mine != nullptr && mine->cost().timesEnd()) {
        noteCost(*mine, kEnds, ticks);
        mine->cost().timedEnd();
    }
}

// What an operator of this thread, which is about to end, gives back.
void noteOutputs(ThreadRecorder& recorder, const std::byte* record, std::uint32_t wanted) {
    const TorchLayout& layout = hookState().torch;
    const std::uint32_t key = keyOf(record);
    ArgumentBuffer& outputs = recorder.arguments();
    outputs.clear();
    if ((wanted & ring::kOutputs) != 0) {
        ArgumentReader<DirectMemory>(layout, outputs).readOutputs(record);
    }
    if (outputs.words != 0) {
        ring::Outputs event{};
        event.header = ring::recordHeader(ring::RecordType::Outputs, sizeof event, 0, key);
        event.signature = recorder.signatureOf(outputs);
        if (event.signature != 0) {
            recorder.record(event);
        } else {
            recorder.countLoss();
        }
    }
    if (recorder.outputs().watches()) {
        if (auto found = recorder.outputs().end(layout, record, key, recorder.recording())) {
            found->ticks = readTicks(probeProcess().clock());
            recorder.record(*found);
        }
    }
}

// Instead of recordEnd() where outputs are wanted. What looking at them takes is no part of the operator.
void onEnd(const void* record, void* mark) {
    if (mark == nullptr) {
        if (hookState().mode.load(std::memory_order_acquire) == HookMode::Calibrate) {
            tapOutputs(static_cast<const std::byte*>(record), torchFunctions.name(record));
        }
        return;
    }
    const std::uint64_t ticks = readTicks(probeProcess().clock());
    const auto& open = *static_cast<const OpenMark*>(mark);
    if (open.recorded() && open.owner() == ProbeProcess::current() && probeProcess().isOfNow(*open.owner()) &&
        hookState().torch.outputs >= 0) {
        noteOutputs(*open.owner(), static_cast<const std::byte*>(record), gate.wanted());
    }
    endAt(record, open, ticks);
}

void* onStart(void** slot, const void* record) {
    *slot = nullptr;
    const std::uint32_t wanted = gate.wanted();
    if ((wanted & ring::kOperators) == 0) {
        withoutRecording(record);
    } else if (!where::isInside()) {
        where::passOutside();
    } else if (ThreadRecorder* recorder = readyRecorder()) {
        const auto* bytes = static_cast<const std::byte*>(record);
        *slot = recorder->cost().timesBegin() ? timedBegin(*recorder, bytes, wanted)
                                              : begin(*recorder, bytes, wanted);
    } else {
        missCollective();
    }
    return slot;
}

// Whether the last backward node of this thread that has a forward operator belongs to the filter. A node that adds a gradient to
// its parameter has none, and the engine runs it before all others: right behind the node that made that gradient.
[[gnu::tls_model("initial-exec")]] constinit thread_local bool lastNodeWasInside = false;

// Whether the filter names a range, or the forward operator of a backward node was inside.
bool matches(const RecordFunctionReader<DirectMemory>& reader, const char* name) {
    if (reader.scope() != static_cast<std::uint8_t>(ring::Scope::BackwardFunction)) {
        return where::matchesRange({name, strnlen(name, kMostNameBytes)});
    }
    if (reader.sequence() >= 0) {
        lastNodeWasInside = where::wasInside(reader.forwardThread(), reader.sequence());
        return lastNodeWasInside;
    }
    return lastNodeWasInside &&
           std::string_view(name, strnlen(name, kMostNameBytes)).ends_with("AccumulateGrad");
}

// Whether a range of another thread carries out a collective that was called inside.
bool isWorkOfInside(const std::byte* record, const char* name) {
    return hasProcessGroups() && hookState().arguments &&
           carriesOutNoted(record, {name, strnlen(name, kMostNameBytes)});
}

// Of ranges and backward nodes, with a filter: who enters it is seen in a pause, too, and steps count outside.
void* onBorder(void** slot, const void* record) {
    *slot = nullptr;
    if (!gate.isOpen()) {
        withoutRecording(record);
        return slot;
    }
    const std::uint32_t wanted = gate.wanted();
    const auto* bytes = static_cast<const std::byte*>(record);
    const char* name = torchFunctions.name(record);
    const bool enters = matches(RecordFunctionReader<DirectMemory>(hookState().torch, bytes), name);
    const bool step =
        (wanted & (ring::kOperators | ring::kSteps)) != 0 && ring::stepKindOf(name) != ring::StepKind::None;
    const bool wholly =
        (wanted & ring::kOperators) != 0 && (enters || where::isInside() || isWorkOfInside(bytes, name));
    ThreadRecorder* recorder = enters || wholly || step ? readyRecorder() : nullptr;
    if (recorder == nullptr) {
        noteShut();
        return slot;
    }
    if (enters) {
        where::enter(*recorder);
    }
    const bool recorded = (wholly || step) && begin(*recorder, bytes, wholly ? wanted : 0) != nullptr;
    *slot = recorded || enters ? &recorder->mark(recorded, enters) : nullptr;
    return slot;
}

// Of ranges alone, while nothing but steps is wanted.
void* onRange(void** slot, const void* record) {
    *slot = nullptr;
    const std::uint32_t wanted = gate.wanted();
    if (!where::on() && (wanted & ring::kOperators) == 0 && (wanted & ring::kSteps) != 0 &&
        ring::stepKindOf(torchFunctions.name(record)) != ring::StepKind::None) {
        if (ThreadRecorder* recorder = readyRecorder()) {
            *slot = begin(*recorder, static_cast<const std::byte*>(record), 0);
        }
    }
    return slot;
}

std::uint64_t addRangeCallback() {
    TorchCallback callback{&onRange, &recordEnd, 1.0, {}, false, false, false};
    callback.scopes[static_cast<std::size_t>(ring::Scope::User)] = true;
    return torchFunctions.addGlobalCallback(callback);
}

// Registers with torch for these scopes.
std::uint64_t addCallback(decltype(TorchCallback::start) start, std::initializer_list<ring::Scope> scopes) {
    const HookState& state = hookState();
    TorchCallback callback{
        start, state.outputs ? &onEnd : &recordEnd, 1.0, {}, state.arguments, state.outputs, false};
    for (const ring::Scope scope : scopes) {
        callback.scopes[static_cast<std::size_t>(scope)] = true;
    }
    return torchFunctions.addGlobalCallback(callback);
}

void watchOperators(bool watch) {
    callbackPause.setOutside(callbackHandle, !watch);
}

template<class Function>
void find(void* library, const char* symbol, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, symbol));
}

std::string start(const char* library) {
    const std::string problem = bindTorch(library);
    if (problem.empty()) {
        addHook();
    }
    return problem;
}

void stop() {
    gate.close();
    removeHook();
}

std::uint64_t countSeen() {
    return seen.load(std::memory_order_relaxed);
}

} // namespace

std::uint32_t nameOfText(ThreadRecorder& recorder, std::string_view text) {
    return nameOfText(recorder, text, keyOfText(text));
}

std::uint32_t nameOfText(ThreadRecorder& recorder, std::string_view text, std::uint64_t key) {
    const std::uint32_t known = recorder.findName(key);
    return known != 0 ? known : recorder.defineName({key, text.substr(0, kMostNameBytes), {}});
}

std::uint32_t nameOfOperator(ThreadRecorder& recorder, std::string_view name, std::string_view overload) {
    // Mixed, so that an operator without an overload has another key than a text of its name.
    constexpr std::uint64_t kMix = 0x9E3779B97F4A7C15ULL;
    const std::uint64_t key = hashOfText(name) * kMix ^ hashOfText(overload);
    const std::uint32_t known = recorder.findName(key);
    return known != 0 ? known : recorder.defineName({key, name, overload});
}

std::uint64_t keyOfText(std::string_view text) {
    return hashOfText(text.substr(0, kMostNameBytes));
}

constinit const RecordSource kOperatorSource{"operators",
                                             &gate,
                                             &start,
                                             &stop,
                                             &countSeen,
                                             [] { callbackPause.beforeFork(); },
                                             [](bool inChild) { callbackPause.afterFork(inChild); }};

std::uint32_t keyOf(const void* record) {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(record) >> 3);
}

KnownStack stackHere(ThreadRecorder& recorder, std::uint32_t wanted, unsigned inner) {
    const HookState& state = hookState();
    void* (*const threadState)() = state.threadState.load(std::memory_order_acquire);
    if ((wanted & ring::kStacks) == 0 || threadState == nullptr) {
        return {0, true};
    }
    void* const thread = threadState();
    const std::byte* const innermost = innermostFrame<DirectMemory>(state.python, thread);
    if (const std::uint32_t open = inner == 0 ? recorder.openStackOf(innermost) : 0; open != 0) {
        return {open, true};
    }
    PythonFrame frames[kMaxFrames];
    const unsigned all = walkFrames<DirectMemory>(state.python, thread, frames);
    const unsigned left = std::min(inner, all);
    const unsigned count = all - left;
    const auto id = recorder.stackOf(state.python, frames + left, count);
    return {id.value_or(0), id.has_value(), innermost};
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
    ThreadRecorder* recorder = ProbeProcess::current();
    return recorder != nullptr && probeProcess().isOfNow(*recorder)
               ? recorder
               : probeProcess().recorderForThisThread(torchThreadId());
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
    find(library, "_ZN2at15sequence_number4peekEv", torchFunctions.nextSequence);
    CallbackPause::Switch disable = nullptr;
    CallbackPause::Switch reenable = nullptr;
    find(library, "_ZN2at15disableCallbackEm", disable);
    find(library, "_ZN2at16reenableCallbackEm", reenable);
    callbackPause.use(disable, reenable);
    callbackPause.watchSteps({&addRangeCallback, torchFunctions.removeCallback});
    if (torchFunctions.addGlobalCallback == nullptr || torchFunctions.removeCallback == nullptr ||
        torchFunctions.name == nullptr) {
        return std::string(path) +
               " lacks at::addGlobalCallback, at::removeCallback or at::RecordFunction::name";
    }
    return {};
}

void addHook() {
    if (callbackHandle != 0 || torchFunctions.addGlobalCallback == nullptr) {
        return;
    }
    using ring::Scope;
    if (!where::on()) {
        callbackHandle = addCallback(
            &onStart, {Scope::Function, Scope::BackwardFunction, Scope::TorchScript, Scope::User});
        return;
    }
    callbackHandle = addCallback(&onStart, {Scope::Function, Scope::TorchScript});
    borderHandle = addCallback(&onBorder, {Scope::BackwardFunction, Scope::User});
    where::useTorch({&watchOperators, torchFunctions.nextSequence, &torchThreadId});
}

void removeHook() {
    if (callbackHandle != 0) {
        where::useTorch({});
        callbackPause.end();
        torchFunctions.removeCallback(std::exchange(callbackHandle, 0));
    }
    if (borderHandle != 0) {
        torchFunctions.removeCallback(std::exchange(borderHandle, 0));
    }
}

void* recordBegin(ThreadRecorder& recorder, const OperatorFacts& facts, std::uint32_t name,
                  std::uint32_t wanted) {
    const ArgumentBuffer& arguments = recorder.arguments();
    const KnownStack stack = stackHere(recorder, wanted);
    const std::uint32_t signature = arguments.words == 0 ? 0 : recorder.signatureOf(arguments);
    // An operator whose name, stack or arguments found no room is lost, not another one.
    if (name == 0 || !stack.complete || (signature == 0 && arguments.words != 0)) {
        recorder.countLoss();
    } else if (recorder.beginOperator(facts, {.name = name, .stack = stack.id, .signature = signature},
                                      arguments)) {
        if (facts.isDispatched && stack.frame != nullptr && stack.id != 0) {
            recorder.keepOpenStack({stack.frame, stack.id, facts.key});
        }
        return &recorder.mark();
    }
    noteLoss(recorder);
    return nullptr;
}

void noteLoss(const ThreadRecorder& recorder) {
    if (recorder.lossesInARow() % kLossesBetweenChecks == 0) {
        checkReader();
    }
}

void recordEnd(const void* record, void* mark) {
    if (mark == nullptr) {
        return;
    }
    const std::uint64_t ticks = readTicks(probeProcess().clock());
    endAt(record, *static_cast<const OpenMark*>(mark), ticks);
}

std::uint64_t torchThreadId() {
    return torchFunctions.currentThreadId == nullptr ? 0 : torchFunctions.currentThreadId();
}

} // namespace lanes::probe
