#include "collector/probe/cupti/OtherClients.h"

#include "collector/probe/ImportSlots.h"

#include <dlfcn.h>

#include <atomic>
#include <cstdint>
#include <ctime>

namespace lanes::probe::cupti {

namespace {

Functions originals{};
class PassedOn final : public OtherCalls {
public:
    using OtherCalls::OtherCalls;
};
PassedOn passedOn{originals};

ImportSlots slots;
ImportSlots lookUps;
bool known = false; // what `slots` and `lookUps` are of
std::atomic<bool> watching{false};
bool programIsPython = false;  // with the interpreter in it
std::atomic_flag turning;      // some thread turns slots
std::atomic<bool> late{false}; // a library may have come
ClientNews news{};
enum class Presence { Nobody, Coming, Here, TooLate };
std::atomic<Presence> presence{Presence::Nobody};
std::atomic<bool> lookedUp{false};
std::atomic<OtherCalls*> serving{nullptr};

// Another thread of the client was first. One that holds the loader's lock may be what that one waits for: not for ever.
void awaitArrival() {
    constexpr int kMostTries = 1'000;
    for (int tries = 0; presence == Presence::Coming && tries < kMostTries; ++tries) {
        const timespec pause{0, 1'000'000};
        nanosleep(&pause, nullptr);
    }
}

OtherCalls& served() {
    Presence before = Presence::Nobody;
    if (presence.compare_exchange_strong(before, Presence::Coming)) {
        news.comes();
        presence = Presence::Here;
    } else if (before == Presence::Coming) {
        awaitArrival();
    }
    OtherCalls* calls = serving.load(std::memory_order_acquire);
    return calls != nullptr ? *calls : passedOn;
}

// What a slot holds instead of CUPTI's function.
template<auto kMethod>
struct Slot;
template<class... Arguments, Result (OtherCalls::*kMethod)(Arguments...)>
struct Slot<kMethod> {
    static Result call(Arguments... arguments) { return (served().*kMethod)(arguments...); }
};

template<auto kMethod>
void watch(void* library, const char* symbol) {
    if (void* found = dlsym(library, symbol)) {
        slots.add(symbol, found, reinterpret_cast<void*>(&Slot<kMethod>::call));
    }
}

// Whether a client takes records or callbacks with a function of that name: all generations of it.
bool takes(std::string_view function) {
    return function.starts_with("cuptiSubscribe") || function.starts_with("cuptiActivityRegister") ||
           function.starts_with("cuptiActivityEnable");
}

// The caller's handle is one that dlopen has given it, so that it does not matter who asks.
void* onLookUp(void* handle, const char* symbol) {
    watchLateClients(); // who looks a function up has just loaded its library, or did so before
    if (symbol != nullptr && takes(symbol) && !lookedUp.exchange(true)) {
        news.looksUp(symbol);
    }
    return dlsym(handle, symbol);
}

// Python's ctypes, which may be part of the interpreter, and Triton's Proton.
bool looksFunctionsUp(std::string_view path) {
    const std::string_view name = path.substr(path.rfind('/') + 1);
    return name.starts_with("_ctypes") || name.starts_with("libpython") || name.starts_with("libproton") ||
           (path.empty() && programIsPython);
}

void watchAll(void* library) {
    watch<&OtherCalls::registerBuffers>(library, "cuptiActivityRegisterCallbacks");
    watch<&OtherCalls::enable>(library, "cuptiActivityEnable");
    watch<&OtherCalls::disable>(library, "cuptiActivityDisable");
    watch<&OtherCalls::enableRuntimeFunction>(library, "cuptiActivityEnableRuntimeApi");
    watch<&OtherCalls::enableDriverFunction>(library, "cuptiActivityEnableDriverApi");
    watch<&OtherCalls::flush>(library, "cuptiActivityFlushAll");
    watch<&OtherCalls::droppedRecords>(library, "cuptiActivityGetNumDroppedRecords");
    watch<&OtherCalls::registerClock>(library, "cuptiActivityRegisterTimestampCallback");
    watch<&OtherCalls::timestamp>(library, "cuptiGetTimestamp");
    watch<&OtherCalls::setAttribute>(library, "cuptiActivitySetAttribute");
    watch<&OtherCalls::enableEventTimes>(library, "cuptiActivityEnableCudaEventDeviceTimestamps");
    watch<&OtherCalls::subscribe>(library, "cuptiSubscribe");
    watch<&OtherCalls::unsubscribe>(library, "cuptiUnsubscribe");
    watch<&OtherCalls::enableCallback>(library, "cuptiEnableCallback");
    watch<&OtherCalls::enableDomain>(library, "cuptiEnableDomain");
    watch<&OtherCalls::finalize>(library, "cuptiFinalize");
}

// No lock: it could be held at a fork, and what another thread is at needs not be done twice.
class Turn {
public:
    Turn() = default;
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn() {
        if (mine_) {
            turning.clear();
        }
    }
    explicit operator bool() const { return mine_; }

private:
    bool mine_ = !turning.test_and_set();
};

} // namespace

void watchOtherClients(const ClientNews& whatToDo) {
    const Turn turn;
    if (!turn) {
        return;
    }
    if (!known) {
        void* library = findLoadedLibrary();
        if (library == nullptr || !bindFunctions(library, originals)) {
            return; // nobody can have used it
        }
        news = whatToDo;
        watchAll(library);
        slots.leaveOut(reinterpret_cast<void*>(originals.enable)); // what CUPTI calls itself
        programIsPython = dlsym(RTLD_DEFAULT, "Py_IsInitialized") != nullptr;
        lookUps.add("dlsym", reinterpret_cast<void*>(&dlsym), reinterpret_cast<void*>(&onLookUp));
        lookUps.onlyIn(&looksFunctionsUp);
        known = true;
    }
    Presence over = Presence::TooLate; // with the recording before this one
    presence.compare_exchange_strong(over, Presence::Nobody);
    slots.fill();
    lookUps.fill();
    watching = true;
}

void watchLateClients() {
    late = true;
    while (late && watching) {
        const Turn turn;
        if (!turn) {
            return; // who is at it looks again
        }
        if (late.exchange(false) && watching) {
            slots.fillLate();
            lookUps.fillLate();
        }
    }
}

void serveOthers(OtherCalls* calls) {
    serving.store(calls, std::memory_order_release);
}

void forgetOtherClients() {
    const Turn turn;
    if (turn && watching.exchange(false)) {
        slots.restore();
        lookUps.restore();
    }
}

bool hasOtherClient() {
    const Presence is = presence.load(std::memory_order_relaxed);
    return is == Presence::Coming || is == Presence::Here;
}

bool closeToOthers() {
    Presence nobody = Presence::Nobody;
    return presence.compare_exchange_strong(nobody, Presence::TooLate) || nobody == Presence::TooLate;
}

} // namespace lanes::probe::cupti
