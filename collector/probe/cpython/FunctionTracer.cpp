#include "collector/probe/cpython/FunctionTracer.h"

#include "collector/probe/QuietThread.h"
#include "collector/probe/cpython/FunctionRing.h"
#include "collector/probe/cpython/TracedThread.h"
#include "collector/probe/torch/OperatorHook.h"
#include "collector/ring/SourceMask.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <ctime>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace lanes::probe {

namespace {

constexpr std::uint64_t kLossesBetweenChecks = 4096;
constexpr std::uint32_t kEventsBetweenTries = 4096; // to make a ring, which takes system calls
constexpr std::size_t kMostNames = 4096;
constexpr timespec kBetweenLooks{1, 0}; // at the recorder; one that goes on wakes us
constexpr const char* kCapsule = "lanescope.thread";
constexpr const char* kForeignProfile = "Python's functions are not all recorded: the program has a profile "
                                        "function of its own, as cProfile and other profilers "
                                        "set it, which this Python has one of for each thread";
constexpr const char* kNoRoom = "Python's functions are not recorded: there is no room for their buffer";

SourceGate gate;

// With the interpreter's lock only.
struct Tracing {
    std::unique_ptr<FunctionRing> ring;
    bool active = false;      // the ring has functions that have not ended
    std::uint32_t number = 0; // of what is traced without a pause
    std::uint32_t untilNextTry = 0;
    bool takingOut = false;   // our profile functions go because we want it
    bool saidForeign = false; // and why something is missing
    bool saidNoRoom = false;
    std::vector<std::pair<std::uint32_t, std::string>> names; // that are not in the ring yet
    MainThreadCall* follow = nullptr;
    const ProfileInterface* interface = nullptr;
    void* none = nullptr;
};

Tracing& tracing() {
    static auto* instance = new Tracing; // never destroyed: functions run until the very end
    return *instance;
}

// The thread that asks for `follow` when what is wanted has changed.
struct Watch {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    bool running = false;
    bool asked = false; // to end
};

Watch& watch() {
    static auto* instance = new Watch;
    return *instance;
}

std::uint32_t kernelId() {
    return static_cast<std::uint32_t>(syscall(SYS_gettid));
}

std::uint64_t ticksNow() {
    return readTicks(probeProcess().clock());
}

bool makeFunctionRing(Tracing& all) {
    // Of processes that only import torch nothing is recorded.
    if (!probeProcess().announced() || all.untilNextTry != 0) {
        all.untilNextTry -= all.untilNextTry != 0 ? 1 : 0;
        return false;
    }
    ring::MappedFile file = probeProcess().makeOwnRing();
    if (!file) {
        all.untilNextTry = kEventsBetweenTries;
        if (!std::exchange(all.saidNoRoom, true)) {
            probeProcess().addReason(kNoRoom);
        }
        return false;
    }
    all.ring = std::make_unique<FunctionRing>(std::move(file), ticksNow());
    for (const auto& [thread, name] : std::exchange(all.names, {})) {
        all.ring->name(thread, name);
    }
    return true;
}

// nullptr: nothing is to be recorded.
FunctionRing* readyRing(Tracing& all) {
    if ((gate.wanted() & ring::kFunctions) == 0) {
        endFunctions();
        return nullptr;
    }
    if (all.ring == nullptr && !makeFunctionRing(all)) {
        return nullptr;
    }
    if (!all.active) {
        all.active = true;
        ++all.number;
    }
    return all.ring.get();
}

// The innermost frames of this thread: its own, in C at this moment.
unsigned framesHere(PythonFrame* frames, unsigned most) {
    const HookState& hook = hookState();
    void* (*const state)() = hook.threadState.load(std::memory_order_acquire);
    return state == nullptr ? 0 : walkFrames<DirectMemory>(hook.python, state(), frames, most);
}

// What the thread is in, but for the innermost `without` frames, is what has begun and not ended.
void synchronize(TracedThread& thread, FunctionRing& ring, std::uint64_t ticks, unsigned without) {
    PythonFrame frames[kMaxFrames];
    const unsigned count = framesHere(frames, kMaxFrames);
    if (thread.tracing != tracing().number) {
        thread.beginAnew(tracing().number, kernelId());
    } else if (count == kMaxFrames) {
        return; // it does not reach as far out as what is open
    }
    thread.becomes({frames, count}, without, ring, hookState().python, ticks);
}

// C stands above us, where an exception would end the program. What is missed without memory, the thread's frames tell later.
template<class Work>
void withinMemory(const Work& work) {
    try {
        work();
    } catch (const std::bad_alloc&) {
        return;
    }
}

void functionBegins(TracedThread& thread, std::uint64_t code) {
    Tracing& all = tracing();
    FunctionRing* ring = readyRing(all);
    if (ring == nullptr) {
        return;
    }
    const std::uint64_t ticks = ticksNow();
    if (thread.tracing != all.number) {
        synchronize(thread, *ring, ticks, 1);
    } else {
        PythonFrame frames[2];
        const unsigned count = framesHere(frames, 2);
        const std::uint64_t caller = count == 2 ? frames[1].code : 0;
        if (count != 0 && frames[0].code == code && caller != thread.innermost()) {
            synchronize(thread, *ring, ticks, 1);
        }
    }
    thread.begin(code, *ring, hookState().python, ticks);
    if (ring->lossesInARow() % kLossesBetweenChecks == kLossesBetweenChecks - 1) {
        checkReader();
    }
}

void functionEnds(TracedThread& thread, std::uint64_t code) {
    Tracing& all = tracing();
    FunctionRing* ring = readyRing(all);
    if (ring == nullptr) {
        return;
    }
    const std::uint64_t ticks = ticksNow();
    if (thread.tracing != all.number) {
        synchronize(thread, *ring, ticks, 1);
        return;
    }
    if (thread.innermost() != code) {
        synchronize(thread, *ring, ticks, 0);
    }
    if (thread.innermost() == code) {
        thread.end(*ring, ticks);
    }
}

// By sys.monitoring.

thread_local TracedThread* monitored = nullptr;

pthread_key_t threadKey() {
    static const pthread_key_t key = [] {
        pthread_key_t made{};
        pthread_key_create(&made, [](void* thread) {
            monitored = nullptr;
            delete static_cast<TracedThread*>(thread);
        });
        return made;
    }();
    return key;
}

TracedThread& monitoredThread() {
    if (monitored == nullptr) {
        monitored = new TracedThread;
        pthread_setspecific(threadKey(), monitored);
    }
    return *monitored;
}

void* onBegin(void*, void* const* arguments, std::intptr_t) {
    withinMemory([&] { functionBegins(monitoredThread(), reinterpret_cast<std::uint64_t>(arguments[0])); });
    return tracing().none;
}

void* onEnd(void*, void* const* arguments, std::intptr_t) {
    withinMemory([&] { functionEnds(monitoredThread(), reinterpret_cast<std::uint64_t>(arguments[0])); });
    return tracing().none;
}

// By profile functions.

int onProfile(void* capsule, void*, int event, void*) {
    constexpr int kCall = 0;
    constexpr int kReturn = 3;
    if (event != kCall && event != kReturn) {
        return 0;
    }
    auto* thread = static_cast<TracedThread*>(tracing().interface->pointerOf(capsule, kCapsule));
    PythonFrame frame{};
    if (thread != nullptr && framesHere(&frame, 1) == 1) {
        withinMemory([&] {
            event == kCall ? functionBegins(*thread, frame.code) : functionEnds(*thread, frame.code);
        });
    }
    return 0;
}

// The thread has ended, or has another profile function now.
void onCapsuleEnd(void* capsule) {
    Tracing& all = tracing();
    const std::unique_ptr<TracedThread> thread(
        static_cast<TracedThread*>(all.interface->pointerOf(capsule, kCapsule)));
    const bool displaced = thread != nullptr && !all.takingOut && all.active &&
                           all.interface->isRunning() != 0 && thread->tracing == all.number &&
                           thread->innermost() != 0;
    if (!displaced) {
        return;
    }
    while (thread->innermost() != 0) {
        thread->end(*all.ring, ticksNow());
    }
    if (!std::exchange(all.saidForeign, true)) {
        probeProcess().addReason(kForeignProfile);
    }
}

void setProfileOf(const ProfileInterface& interface, void* state, bool on) {
    const auto* place = static_cast<const std::byte*>(state) + interface.functionAt;
    const auto function = DirectMemory::load<int (*)(void*, void*, int, void*)>(place);
    if (!on) {
        if (function == &onProfile) {
            interface.setProfile(state, nullptr, nullptr);
        }
        return;
    }
    if (function == &onProfile) {
        return;
    }
    if (function != nullptr) {
        if (!std::exchange(tracing().saidForeign, true)) {
            probeProcess().addReason(kForeignProfile);
        }
        return;
    }
    auto thread = std::make_unique<TracedThread>();
    if (void* capsule = interface.newCapsule(thread.get(), kCapsule, &onCapsuleEnd)) {
        (void)thread.release(); // the capsule's
        interface.setProfile(state, &onProfile, capsule);
        interface.release(capsule);
    }
}

// The thread that watches.

bool watchOn() {
    Watch& own = watch();
    pthread_mutex_lock(&own.mutex);
    own.running = !own.asked && !allStopped();
    const bool on = own.running;
    pthread_mutex_unlock(&own.mutex);
    return on;
}

void* watchWhatIsWanted(void*) {
    pthread_setname_np(pthread_self(), "lanescope-fn");
    const std::atomic<std::uint64_t>& wanted = probeProcess().wanted();
    bool told = false;
    std::uint32_t last = 0;
    while (watchOn()) {
        const std::uint32_t generation = ring::generationOf(wanted.load(std::memory_order_acquire));
        told = (told && generation == last) || callSoon(tracing().follow);
        last = generation;
        ring::waitForChange(wanted, generation, kBetweenLooks);
        noteShut();
        checkReader();
    }
    return nullptr;
}

std::string startTracing(const char*) {
    Tracing& all = tracing();
    if (all.follow == nullptr) {
        return "there is nobody to put the callbacks in";
    }
    all.saidForeign = all.saidNoRoom = false;
    Watch& own = watch();
    pthread_mutex_lock(&own.mutex);
    own.asked = false;
    own.running = own.running || startQuietThread(&watchWhatIsWanted, nullptr);
    const bool ready = own.running;
    pthread_mutex_unlock(&own.mutex);
    return ready ? std::string() : std::string("there can be no thread that watches what is wanted");
}

void stopTracing() {
    Tracing& all = tracing();
    gate.close();
    Watch& own = watch();
    pthread_mutex_lock(&own.mutex);
    own.asked = true;
    pthread_mutex_unlock(&own.mutex);
    if (all.follow == nullptr) {
        return;
    }
    const Interpreter& interpreter = all.follow->interpreter;
    void* result = interpreter.call(all.follow->callable);
    if (result != nullptr) {
        interpreter.release(result);
    } else {
        interpreter.clearError();
    }
    endFunctions();
    all.ring.reset();
}

void lockWatchForFork() {
    pthread_mutex_lock(&watch().mutex);
}

void unlockWatchAfterFork(bool inChild) {
    Watch& own = watch();
    if (!inChild) {
        pthread_mutex_unlock(&own.mutex);
        return;
    }
    own.mutex = PTHREAD_MUTEX_INITIALIZER;
    own.running = false; // the thread is the parent's
    Tracing& all = tracing();
    all.ring.reset(); // and so is what is in it
    all.active = false;
    all.untilNextTry = 0;
}

} // namespace

constinit const RecordSource kFunctionSource{
    "functions", &gate, &startTracing, &stopTracing, nullptr, &lockWatchForFork, &unlockWatchAfterFork};

MethodDefinition* monitoringCallbacks(void* none) {
    static MethodDefinition callbacks[] = {
        {"lanescope_function_begins", reinterpret_cast<void*>(&onBegin), kFastCall, nullptr},
        {"lanescope_function_ends", reinterpret_cast<void*>(&onEnd), kFastCall, nullptr}};
    tracing().none = none;
    return callbacks;
}

void profileAll(const ProfileInterface& interface, bool on) {
    Tracing& all = tracing();
    all.interface = &interface;
    all.takingOut = !on;
    for (void* state = interface.firstThread(reinterpret_cast<void*>(interface.interpreter));
         state != nullptr; state = interface.nextThread(state)) {
        setProfileOf(interface, state, on);
    }
    all.takingOut = false;
}

void profileThis(const ProfileInterface& interface) {
    tracing().interface = &interface;
    setProfileOf(interface, interface.thisThread(), true);
}

bool functionsAreWanted() {
    return (gate.wanted() & ring::kFunctions) != 0;
}

void endFunctions() {
    Tracing& all = tracing();
    if (std::exchange(all.active, false) && all.ring != nullptr) {
        all.ring->endAll(ticksNow());
    }
}

void followFunctionsBy(MainThreadCall* call) {
    tracing().follow = call;
}

void nameTracedThread(std::uint32_t kernelId, std::string_view name) {
    Tracing& all = tracing();
    name = name.substr(0, ThreadRecorder::kThreadNameBytes - 1);
    if (all.ring != nullptr) {
        all.ring->name(kernelId, name);
    } else if (all.names.size() < kMostNames) {
        all.names.emplace_back(kernelId, name);
    }
}

} // namespace lanes::probe
