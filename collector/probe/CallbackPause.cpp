#include "collector/probe/CallbackPause.h"

#include "collector/probe/OperatorHook.h"
#include "collector/probe/QuietThread.h"

#include <ctime>
#include <utility>

namespace lanes::probe {

namespace {

// How soon a recorder that has died is noticed; one that goes on wakes us.
constexpr timespec kPatience{1, 0};

} // namespace

void CallbackPause::use(Switch disable, Switch reenable) {
    disable_ = disable;
    reenable_ = reenable;
}

void CallbackPause::begin(std::uint64_t callback) {
    if (callback == 0 || disable_ == nullptr || reenable_ == nullptr) {
        return;
    }
    pthread_mutex_lock(&mutex_);
    if (paused_ == 0) {
        paused_ = callback;
        disable_(callback);
        if (!startQuietThread(&run, this)) {
            endLocked();
        }
    }
    pthread_mutex_unlock(&mutex_);
}

void* CallbackPause::run(void* self) {
    pthread_setname_np(pthread_self(), "lanescope-pause");
    waitForTheEnd();
    static_cast<CallbackPause*>(self)->end();
    return nullptr;
}

void CallbackPause::waitForTheEnd() {
    const std::atomic<std::uint64_t>& wanted = probeProcess().wanted();
    for (;;) {
        const std::uint64_t now = wanted.load(std::memory_order_acquire);
        if ((ring::sourcesOf(now) & ring::kOperators) != 0 || allStopped()) {
            return;
        }
        ring::waitForChange(wanted, ring::generationOf(now), kPatience);
        noteShut();
        checkReader();
    }
}

void CallbackPause::end() {
    pthread_mutex_lock(&mutex_);
    endLocked();
    pthread_mutex_unlock(&mutex_);
}

void CallbackPause::endLocked() {
    if (const std::uint64_t callback = std::exchange(paused_, 0); callback != 0) {
        reenable_(callback);
    }
}

void CallbackPause::afterFork(bool inChild) {
    if (inChild) {
        endLocked();
    }
    pthread_mutex_unlock(&mutex_);
}

} // namespace lanes::probe
