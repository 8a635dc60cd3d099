#include "collector/probe/torch/CallbackPause.h"

#include "collector/probe/QuietThread.h"
#include "collector/probe/torch/OperatorHook.h"

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
        settleLocked();
        followStepsLocked(probeProcess().wanted().load(std::memory_order_acquire));
        if (!startQuietThread(&run, this)) {
            endLocked();
        }
    }
    pthread_mutex_unlock(&mutex_);
}

void* CallbackPause::run(void* self) {
    pthread_setname_np(pthread_self(), "lanescope-pause");
    auto* pause = static_cast<CallbackPause*>(self);
    pause->waitForTheEnd();
    pause->endPause();
    return nullptr;
}

void CallbackPause::waitForTheEnd() {
    const std::atomic<std::uint64_t>& wanted = probeProcess().wanted();
    for (;;) {
        const std::uint64_t now = wanted.load(std::memory_order_acquire);
        if ((ring::sourcesOf(now) & ring::kOperators) != 0 || allStopped()) {
            return;
        }
        pthread_mutex_lock(&mutex_);
        followStepsLocked(now);
        pthread_mutex_unlock(&mutex_);
        ring::waitForChange(wanted, ring::generationOf(now), kPatience);
        noteShut();
        checkReader();
    }
}

void CallbackPause::followStepsLocked(std::uint64_t word) {
    const bool wanted = (ring::sourcesOf(word) & ring::kSteps) != 0;
    if (paused_ != 0 && wanted && steps_ == 0 && stepCallback_.add != nullptr) {
        steps_ = stepCallback_.add();
    } else if (!wanted && steps_ != 0) {
        stepCallback_.remove(std::exchange(steps_, 0));
    }
}

void CallbackPause::setOutside(std::uint64_t callback, bool outside) {
    if (callback == 0 || disable_ == nullptr || reenable_ == nullptr) {
        return;
    }
    pthread_mutex_lock(&mutex_);
    outside_ = outside ? callback : 0;
    settleLocked();
    pthread_mutex_unlock(&mutex_);
}

void CallbackPause::settleLocked() {
    const std::uint64_t out = paused_ != 0 ? paused_ : outside_;
    if (out != 0 && takenOut_ == 0) {
        disable_(out);
    } else if (out == 0 && takenOut_ != 0) {
        reenable_(takenOut_);
    }
    takenOut_ = out;
}

void CallbackPause::endPause() {
    pthread_mutex_lock(&mutex_);
    endLocked();
    pthread_mutex_unlock(&mutex_);
}

void CallbackPause::end() {
    pthread_mutex_lock(&mutex_);
    outside_ = 0;
    endLocked();
    pthread_mutex_unlock(&mutex_);
}

void CallbackPause::endLocked() {
    paused_ = 0;
    settleLocked();
    if (steps_ != 0) {
        stepCallback_.remove(std::exchange(steps_, 0));
    }
}

void CallbackPause::afterFork(bool inChild) {
    if (inChild) {
        outside_ = 0;
        endLocked();
    }
    pthread_mutex_unlock(&mutex_);
}

} // namespace lanes::probe
