#include "collector/probe/cupti/AwaitedClient.h"

#include <ctime>

namespace lanes::probe::cupti {

namespace {

// CUPTI's own clock; without one of a client's it cannot be asked back.
std::uint64_t realTime() {
    constexpr std::uint64_t kSecond = 1'000'000'000;
    timespec time{};
    clock_gettime(CLOCK_REALTIME, &time);
    return static_cast<std::uint64_t>(time.tv_sec) * kSecond + static_cast<std::uint64_t>(time.tv_nsec);
}

} // namespace

void AwaitedClient::arrive() {
    const std::lock_guard lock(mutex_);
    if (!here_) {
        comes_();
        here_ = true;
    }
}

Result AwaitedClient::registerBuffers(RequestBuffer request, CompleteBuffer complete) {
    arrive();
    return OtherCalls::registerBuffers(request, complete);
}

Result AwaitedClient::enable(std::uint32_t kind) {
    arrive();
    return enabled(kind, OtherCalls::enable(kind));
}

Result AwaitedClient::enableAndTell(std::uint32_t kind) {
    arrive();
    return enabled(kind, OtherCalls::enableAndTell(kind));
}

Result AwaitedClient::enabled(std::uint32_t kind, Result result) {
    const std::lock_guard lock(mutex_);
    if (result == 0 && kind < kMostKinds) {
        on_.set(kind);
        recorded_ = true;
    }
    return result;
}

Result AwaitedClient::disable(std::uint32_t kind) {
    const std::lock_guard lock(mutex_);
    if (kind < kMostKinds) {
        on_.reset(kind);
    }
    return OtherCalls::disable(kind);
}

Result AwaitedClient::flush(std::uint32_t forced) {
    const Result result = OtherCalls::flush(forced);
    const std::lock_guard lock(mutex_);
    if (here_ && recorded_ && on_.none() && !finalized_) {
        here_ = recorded_ = false;
        if (clockIsSet_) {
            OtherCalls::registerClock(&realTime);
            clockIsSet_ = false;
        }
        leaves_();
    }
    return result;
}

Result AwaitedClient::registerClock(Clock clock) {
    arrive();
    const std::lock_guard lock(mutex_);
    clockIsSet_ = true;
    return OtherCalls::registerClock(clock);
}

Result AwaitedClient::subscribe(void** subscriber, Callback callback, void* user) {
    arrive();
    return OtherCalls::subscribe(subscriber, callback, user);
}

Result AwaitedClient::finalize() {
    arrive();
    {
        const std::lock_guard lock(mutex_);
        finalized_ = true;
    }
    return OtherCalls::finalize();
}

} // namespace lanes::probe::cupti
