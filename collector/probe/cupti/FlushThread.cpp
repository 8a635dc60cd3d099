#include "collector/probe/cupti/FlushThread.h"

#include "collector/probe/QuietThread.h"
#include "collector/probe/RecordSource.h"
#include "collector/probe/cupti/OtherClients.h"
#include "collector/probe/torch/OperatorHook.h"

#include <ctime>
#include <utility>

namespace lanes::probe::cupti {

namespace {

// So much can be lost when the program is killed.
constexpr std::int64_t kPeriodMs = 250;
constexpr std::int64_t kPatienceMs = 10'000;
// Pauses between steps that are recorded are shorter, as a rule: beginning anew takes CUPTI a moment.
constexpr int kTurnsBeforeRest = 4;

} // namespace

FlushThread::FlushThread(CuptiSession& session)
    : session_(session) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&changed_, &attributes);
    pthread_condattr_destroy(&attributes);
    session_.useHurry({[](void* self) { static_cast<FlushThread*>(self)->hurry(); }, this});
}

void FlushThread::hurry() {
    if (!hurried_.exchange(true)) {
        pthread_mutex_lock(&mutex_); // not held while CUPTI is called
        pthread_cond_broadcast(&changed_);
        pthread_mutex_unlock(&mutex_);
    }
}

bool FlushThread::start() {
    return startQuietThread(&run, this);
}

void* FlushThread::run(void* self) {
    pthread_setname_np(pthread_self(), "lanescope-gpu");
    static_cast<FlushThread*>(self)->work();
    return nullptr;
}

void FlushThread::work() {
    pthread_mutex_lock(&mutex_);
    while (state_ != State::Asked) {
        act();
    }
    pthread_mutex_unlock(&mutex_);
    session_.end();
    freeCupti();
    pthread_mutex_lock(&mutex_);
    change(State::Asked, State::Done);
    pthread_mutex_unlock(&mutex_);
}

void FlushThread::act() {
    switch (state_) {
    case State::Pausing:
        pthread_mutex_unlock(&mutex_);
        session_.pause(why_);
        freeCupti();
        pthread_mutex_lock(&mutex_);
        return change(State::Pausing, State::Paused);
    case State::Resuming: {
        pthread_mutex_unlock(&mutex_);
        resting_ = false;
        const std::string problem = session_.resume();
        if (problem.empty()) {
            guardCupti();
        } else {
            failed_(problem);
        }
        pthread_mutex_lock(&mutex_);
        return change(State::Resuming, problem.empty() ? State::Working : State::Paused);
    }
    default:
        if (resting_) {
            sleep();
        } else {
            wait(kPeriodMs, true);
        }
        return turn();
    }
}

void FlushThread::turn() {
    if (state_ != State::Working && state_ != State::Paused) {
        return;
    }
    const bool working = state_ == State::Working;
    hurried_ = false;
    pthread_mutex_unlock(&mutex_);
    if (working) {
        followPause();
        session_.turn();
    }
    watchLateClients();
    noteShut();
    checkReader();
    pthread_mutex_lock(&mutex_);
    // Nobody else may be there to take our hooks out: a program without Python has no source but this one.
    state_ = state_ != State::Done && allStopped() ? State::Asked : state_;
}

void FlushThread::followPause() {
    if (ring::wantsDevices(probeProcess().wanted())) {
        pausedTurns_ = 0;
        if (std::exchange(resting_, false)) {
            session_.wake();
        }
    } else if (!resting_ && ++pausedTurns_ > kTurnsBeforeRest) {
        resting_ = true;
        session_.rest();
    }
}

void FlushThread::sleep() {
    const std::atomic<std::uint64_t>& wanted = probeProcess().wanted();
    const std::uint64_t now = wanted.load(std::memory_order_acquire);
    if (ring::wantsDevices(now)) {
        return;
    }
    pthread_mutex_unlock(&mutex_);
    ring::waitForChange(wanted, ring::generationOf(now), {0, kPeriodMs * 1'000'000});
    pthread_mutex_lock(&mutex_);
}

void FlushThread::change(State from, State to) {
    if (state_ == from) {
        state_ = to;
    }
    pthread_cond_broadcast(&changed_);
}

void FlushThread::wait(std::int64_t milliseconds, bool hurried) {
    timespec until{};
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += milliseconds / 1'000;
    until.tv_nsec += milliseconds % 1'000 * 1'000'000;
    if (until.tv_nsec >= 1'000'000'000) {
        until.tv_nsec -= 1'000'000'000;
        ++until.tv_sec;
    }
    const State before = state_;
    while (state_ == before && !(hurried && hurried_) &&
           pthread_cond_timedwait(&changed_, &mutex_, &until) == 0) {
    }
}

void FlushThread::ask(State next) {
    state_ = next;
    pthread_cond_broadcast(&changed_);
    ring::wakeWaiting(probeProcess().wanted()); // it may sleep
    wait(kPatienceMs);
}

void FlushThread::finish() {
    pthread_mutex_lock(&mutex_);
    if (state_ != State::Asked && state_ != State::Done) {
        ask(State::Asked);
    } else if (state_ == State::Asked) {
        wait(kPatienceMs);
    }
    pthread_mutex_unlock(&mutex_);
}

void FlushThread::pause(const char* why) {
    pthread_mutex_lock(&mutex_);
    if (state_ == State::Resuming) {
        wait(kPatienceMs);
    }
    if (state_ == State::Working) {
        why_ = why;
        ask(State::Pausing);
    }
    pthread_mutex_unlock(&mutex_);
}

void FlushThread::resume(void (*failed)(const std::string& problem)) {
    pthread_mutex_lock(&mutex_);
    if (state_ == State::Paused) {
        failed_ = failed;
        change(State::Paused, State::Resuming);
    }
    pthread_mutex_unlock(&mutex_);
}

} // namespace lanes::probe::cupti
