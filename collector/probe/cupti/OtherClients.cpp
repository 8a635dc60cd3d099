#include "collector/probe/cupti/OtherClients.h"

#include "collector/probe/ImportSlots.h"
#include "collector/probe/LookUps.h"
#include "collector/probe/cupti/CuptiLibrary.h"
#include "collector/probe/cupti/EntryGuards.h"

#include <dlfcn.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <ctime>
#include <string_view>
#include <utility>

namespace lanes::probe::cupti {

namespace {

Functions originals{};
class PassedOn final : public OtherCalls {
public:
    using OtherCalls::OtherCalls;
};
PassedOn passedOn{originals};

ImportSlots slots;
bool known = false; // what `slots` are of
std::atomic<bool> watching{false};
std::atomic_flag turning;      // some thread turns slots
std::atomic<bool> late{false}; // a library may have come
ClientNews news{};
enum class Presence { Nobody, Coming, Here, TooLate };
std::atomic<Presence> presence{Presence::Nobody};
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

// The slot of a function that clients are served with, or null.
AnyFunction slotOf(const char* function) {
    const std::pair<std::string_view, void*> served[] = {
        {"cuptiSubscribe", reinterpret_cast<void*>(&Slot<&OtherCalls::subscribe>::call)},
        {"cuptiActivityRegisterCallbacks",
         reinterpret_cast<void*>(&Slot<&OtherCalls::registerBuffers>::call)},
        {"cuptiActivityRegisterTimestampCallback",
         reinterpret_cast<void*>(&Slot<&OtherCalls::registerClock>::call)},
        {"cuptiFinalize", reinterpret_cast<void*>(&Slot<&OtherCalls::finalize>::call)}};
    for (const auto& [name, slot] : served) {
        if (name == function) {
            return reinterpret_cast<AnyFunction>(slot);
        }
    }
    return nullptr;
}

// A library that imports the function calls through a slot next time: it is served from the first call on. Any other is not.
AnyFunction decide(const char* function, AnyFunction cupti, const void* caller) {
    watchLateClients();
    if (const AnyFunction slot = slotOf(function); slot != nullptr && slots.isTurned(function, caller)) {
        return slot;
    }
    return news.takes() ? cupti : nullptr;
}

// Before a function is looked up: who does has just loaded its library, or did so before.
void onLookUp(const char* symbol) {
    watchLateClients();
    if (symbol != nullptr && isGuarded(symbol)) {
        guardLateEntries();
    }
}

// The driver serves one libcupti in a process, the first, to its end: a second one is refused, even when the first has been finalized.
// So who brings one of his own is given the one that is in use. What is loaded already stays.
const char* chooseLibrary(const char* path) {
    const std::string_view asked = path != nullptr ? path : "";
    if (!asked.substr(asked.rfind('/') + 1).starts_with("libcupti.so") || !watching) {
        return path;
    }
    if (dlopen(path, RTLD_NOLOAD | RTLD_LAZY) != nullptr) {
        return path; // and is not unloaded any more
    }
    if (asked.find('/') != std::string_view::npos && access(path, F_OK) != 0) {
        return path; // who tries several places goes on to the next
    }
    Dl_info used{};
    const void* function = reinterpret_cast<void*>(originals.subscribe);
    return dladdr(function, &used) != 0 && used.dli_fname != nullptr ? used.dli_fname : path;
}

void watchAll(void* library) {
    watch<&OtherCalls::registerBuffers>(library, "cuptiActivityRegisterCallbacks");
    watch<&OtherCalls::enable>(library, "cuptiActivityEnable");
    watch<&OtherCalls::enableAndTell>(library, "cuptiActivityEnableAndDump");
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
    slots.add("dlsym", reinterpret_cast<void*>(&dlsym), tellOfLookUps(&onLookUp));
    slots.add("dlopen", reinterpret_cast<void*>(&dlopen), chooseOpened(&chooseLibrary));
    slots.leaveOut(reinterpret_cast<void*>(originals.enable)); // what CUPTI calls itself
    slots.leaveOut(reinterpret_cast<void*>(&onLookUp));        // and what we do
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
        known = true;
    }
    Presence over = Presence::TooLate; // with the recording before this one
    presence.compare_exchange_strong(over, Presence::Nobody);
    slots.fill();
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
        }
    }
}

void guardCupti() {
    guardEntries(&decide);
}

void freeCupti() {
    freeEntries();
}

void freeCuptiInChild() {
    freeEntriesInChild();
}

void serveOthers(OtherCalls* calls) {
    serving.store(calls, std::memory_order_release);
}

void forgetOtherClients() {
    const Turn turn;
    if (turn && watching.exchange(false)) {
        slots.restore();
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
