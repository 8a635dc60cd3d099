#include "collector/probe/cupti/OtherClients.h"

#include "collector/probe/ImportSlots.h"

#include <dlfcn.h>

#include <atomic>
#include <cstdint>

namespace lanes::probe::cupti {

namespace {

using Clock = std::uint64_t (*)();

// What another client calls first, whichever that is.
struct Originals {
    Result (*registerBuffers)(RequestBuffer, CompleteBuffer) = nullptr;
    Result (*registerClock)(Clock) = nullptr;
    Result (*subscribe)(void**, Callback, void*) = nullptr;
    Result (*enable)(std::uint32_t) = nullptr;
};
Originals originals;
ImportSlots slots;
bool watching = false;
void (*announce)() = nullptr;
std::atomic<bool> there{false};
[[gnu::tls_model("initial-exec")]] constinit thread_local bool ours = false;

void anotherCalls() {
    if (!ours && !there.exchange(true)) {
        announce();
    }
}

Result onRegisterBuffers(RequestBuffer request, CompleteBuffer complete) {
    anotherCalls();
    return originals.registerBuffers(request, complete);
}

Result onRegisterClock(Clock clock) {
    anotherCalls();
    return originals.registerClock(clock);
}

Result onSubscribe(void** subscriber, Callback callback, void* user) {
    anotherCalls();
    return originals.subscribe(subscriber, callback, user);
}

Result onEnable(std::uint32_t kind) {
    anotherCalls();
    return originals.enable(kind);
}

template<class Function>
void watch(void* library, const char* symbol, Function& original, Function replacement) {
    if (void* found = dlsym(library, symbol)) {
        original = reinterpret_cast<Function>(found);
        slots.add(symbol, found, reinterpret_cast<void*>(replacement));
    }
}

} // namespace

void watchOtherClients(void (*comes)()) {
    if (!watching) {
        void* library = findLoadedLibrary();
        if (library == nullptr) {
            return; // nobody can have used it
        }
        announce = comes;
        watch(library, "cuptiActivityRegisterCallbacks", originals.registerBuffers, &onRegisterBuffers);
        watch(library, "cuptiActivityRegisterTimestampCallback", originals.registerClock, &onRegisterClock);
        watch(library, "cuptiSubscribe", originals.subscribe, &onSubscribe);
        watch(library, "cuptiActivityEnable", originals.enable, &onEnable);
        watching = true;
    }
    slots.fill();
}

void forgetOtherClients() {
    if (watching) {
        slots.restore();
    }
}

bool hasOtherClient() {
    return there.load(std::memory_order_relaxed);
}

OurCall::OurCall() {
    ours = true;
}

OurCall::~OurCall() {
    ours = false;
}

} // namespace lanes::probe::cupti
