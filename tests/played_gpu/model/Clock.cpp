#include "tests/played_gpu/model/Clock.h"

#include "tests/played_gpu/model/Settings.h"

#include <time.h>

#include <atomic>

namespace played {

namespace {

constexpr ns kSecond = 1'000'000'000;
constexpr ns kLook = 100; // what a look at the virtual clock costs, so that no two moments are the same

std::atomic<ns> virtualTime{1'800'000'000 * kSecond};

bool isVirtual() {
    static const bool is = setting(Setting::VirtualClock) != 0;
    return is;
}

} // namespace

ns now() {
    if (isVirtual()) {
        return virtualTime.fetch_add(kLook);
    }
    timespec time{};
    clock_gettime(CLOCK_REALTIME, &time);
    return time.tv_sec * kSecond + time.tv_nsec;
}

void sleepUntil(ns when) {
    if (isVirtual()) {
        ns before = virtualTime;
        while (before < when && !virtualTime.compare_exchange_weak(before, when)) {
        }
        return;
    }
    const timespec time{when / kSecond, when % kSecond};
    while (now() < when) {
        clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &time, nullptr);
    }
}

} // namespace played
