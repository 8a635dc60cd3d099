#include "collector/probe/cupti/OtherClients.h"

#include "collector/probe/EntryJump.h"
#include "collector/probe/ImportSlots.h"
#include "collector/probe/LookUps.h"
#include "collector/probe/cupti/CuptiFunctions.h"
#include "collector/probe/cupti/CuptiLibrary.h"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <string_view>
#include <utility>

namespace lanes::probe::cupti {

namespace {

// The functions by which a client takes CUPTI from whoever has it, guarded where they begin: a call reaches us first, in whichever
// libcupti of the process and however the client found the function. Any thread.

// Any function of CUPTI that takes up to six numbers or pointers.
using AnyFunction = Result (*)(std::uintptr_t, std::uintptr_t, std::uintptr_t, std::uintptr_t, std::uintptr_t,
                               std::uintptr_t);

// What is to become of a guarded call, on its thread, before CUPTI sees it: the function that it goes on to, or null: CUPTI's answer
// to a second subscriber. `function`: its name; `caller`: where the call returns to.
using Decide = AnyFunction (*)(const char* function, AnyFunction cupti, const void* caller);

// All generations of what gives a client callbacks or records, or ends CUPTI for everybody.
constexpr const char* kTaking[] = {"cuptiSubscribe",
                                   "cuptiSubscribe_v2",
                                   "cuptiActivityRegisterCallbacks",
                                   "cuptiActivityRegisterCallbacks_v2",
                                   "cuptiActivityRegisterTimestampCallback",
                                   "cuptiFinalize"};

constexpr std::size_t kLibraries = 4; // torch's, Triton's, a toolkit's, and one more
constexpr std::size_t kGuards = kLibraries * std::size(kTaking);

struct Guard {
    std::atomic<AnyFunction> function{nullptr}; // of CUPTI
    const char* name = nullptr;
    EntryJump jump;
};

Guard guards[kGuards];
std::size_t guardCount = 0;
std::atomic<Decide> deciding{nullptr}; // null: nothing is guarded
std::atomic_flag changing;             // some thread sets jumps or takes them back
unsigned long long come = 0;           // libraries, so far, as of the last look

// What a guarded function jumps to.
template<std::size_t kNumber>
Result reached(std::uintptr_t a, std::uintptr_t b, std::uintptr_t c, std::uintptr_t d, std::uintptr_t e,
               std::uintptr_t f) {
    const Guard& guard = guards[kNumber];
    const AnyFunction function = guard.function.load(std::memory_order_acquire);
    const Decide decide = deciding.load(std::memory_order_acquire);
    const AnyFunction next =
        decide != nullptr ? decide(guard.name, function, __builtin_return_address(0)) : function;
    return next != nullptr ? next(a, b, c, d, e, f) : kOtherSubscriber;
}

template<std::size_t... kNumbers>
constexpr std::array<AnyFunction, kGuards> replacements(std::index_sequence<kNumbers...> /*numbers*/) {
    return {&reached<kNumbers>...};
}

constexpr auto kReplacements = replacements(std::make_index_sequence<kGuards>{});

class Change {
public:
    Change() {
        while (changing.test_and_set(std::memory_order_acquire)) {
        }
    }
    Change(const Change&) = delete;
    Change& operator=(const Change&) = delete;
    ~Change() { changing.clear(std::memory_order_release); }
};

void guard(const char* name, void* address) {
    const auto function = reinterpret_cast<AnyFunction>(address);
    std::size_t at = 0;
    while (at < guardCount && guards[at].function.load() != function) {
        ++at;
    }
    if (at == kGuards) {
        return;
    }
    if (at == guardCount) {
        guards[at].name = name;
        guards[at].function = function;
        ++guardCount;
    }
    (void)guards[at].jump.set(address, reinterpret_cast<const void*>(kReplacements[at]));
}

// Paths of the libraries of that name in the process. While the loader's list is locked nothing is asked of it.
struct Found {
    std::array<std::array<char, 1024>, kLibraries> paths{};
    std::size_t count = 0;
    unsigned long long come = 0;
};

Found loadedLibraries() {
    Found found;
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* to) {
            auto& all = *static_cast<Found*>(to);
            all.come = info->dlpi_adds;
            const std::string_view path = info->dlpi_name != nullptr ? info->dlpi_name : "";
            const std::string_view name = path.substr(path.rfind('/') + 1);
            if (name.starts_with("libcupti.so") && all.count < kLibraries &&
                path.size() < all.paths[all.count].size()) {
                path.copy(all.paths[all.count].data(), path.size());
                ++all.count;
            }
            return 0;
        },
        &found);
    return found;
}

void guardAll() {
    const Found found = loadedLibraries();
    if (found.come == come) {
        return;
    }
    come = found.come;
    for (std::size_t i = 0; i < found.count; ++i) {
        void* library = dlopen(found.paths[i].data(), RTLD_NOLOAD | RTLD_LAZY);
        for (const char* name : kTaking) {
            void* function = library != nullptr ? dlsym(library, name) : nullptr;
            if (function != nullptr) {
                guard(name, function);
            }
        }
    }
}

// Guards them in each libcupti that is loaded by now, or after the last call. Returns how many functions are guarded. Until
// freeEntries() none of them may be called by ours.
int guardEntries(Decide decide) {
    const Change change;
    deciding.store(decide, std::memory_order_release);
    come = 0;
    guardAll();
    return static_cast<int>(guardCount);
}

// Again, once libraries may have come. Nothing unless entries are guarded.
void guardLateEntries() {
    if (deciding.load(std::memory_order_acquire) != nullptr) {
        const Change change;
        if (deciding.load(std::memory_order_acquire) != nullptr) {
            guardAll();
        }
    }
}

void freeEntries() {
    const Change change;
    for (std::size_t i = 0; i < guardCount; ++i) {
        guards[i].jump.takeBack();
    }
    deciding.store(nullptr, std::memory_order_release);
}

// The same after fork.
void freeEntriesInChild() {
    changing.clear(); // a thread that is not here may have held it
    freeEntries();
}

// True for the names of those functions.
bool isGuarded(const char* function) {
    return std::ranges::any_of(kTaking,
                               [function](const char* name) { return std::strcmp(function, name) == 0; });
}

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
