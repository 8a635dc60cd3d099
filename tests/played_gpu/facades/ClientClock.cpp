#include "tests/played_gpu/facades/ClientClock.h"

#include <cmath>

namespace played {

namespace {

constexpr ns kKeeps = 5'000'000;   // how long a pair is good
constexpr ns kFirstSpan = 200'000; // over which the rate is learnt
constexpr int kLooks = 10;         // the thread may lose its core between two clocks

} // namespace

ClientClock::Pair ClientClock::look() const {
    const Function clock = clock_;
    Pair best;
    uint64_t tightest = UINT64_MAX;
    for (int i = 0; i < kLooks; i++) {
        const uint64_t before = clock();
        const ns real = played::now();
        const uint64_t span = clock() - before;
        if (span < tightest) {
            tightest = span;
            best = {real, before + span / 2};
        }
    }
    return best;
}

void ClientClock::set(Function clock) {
    const std::lock_guard lock(mutex_);
    clock_ = clock;
    if (clock == nullptr) {
        return;
    }
    first_ = look();
    do {
        last_ = look();
    } while (last_.real - first_.real < kFirstSpan);
    rate_ = double(last_.client - first_.client) / double(last_.real - first_.real);
}

uint64_t ClientClock::now() const {
    const Function clock = clock_;
    return clock != nullptr ? clock() : uint64_t(played::now());
}

uint64_t ClientClock::converted(ns time) {
    if (clock_.load() == nullptr || time == 0) {
        return uint64_t(time);
    }
    const std::lock_guard lock(mutex_);
    if (played::now() - last_.real > kKeeps) {
        last_ = look();
        rate_ = double(last_.client - first_.client) / double(last_.real - first_.real);
    }
    return last_.client + uint64_t(int64_t(std::llround(double(time - last_.real) * rate_)));
}

} // namespace played
