#include "tests/played_gpu/model/ApiCall.h"

#include "tests/played_gpu/model/Kernels.h"
#include "tests/played_gpu/model/Observer.h"

#include <pthread.h>

#include <atomic>
#include <cstdio>
#include <mutex>
#include <set>
#include <string>

namespace played {

namespace {

std::atomic<Observer*> theObserver{nullptr};
std::atomic<const Observer*> attached{nullptr};
std::atomic<uint32_t> lastCorrelation{0};
std::atomic<bool> used{false}, forked{false};
thread_local ApiCall* current = nullptr;

} // namespace

void setObserver(Observer* observer) {
    theObserver = observer;
}

Observer* observer() {
    return theObserver.load(std::memory_order_acquire);
}

bool attachTo(Observer* observer) {
    const Observer* before = nullptr;
    if (!attached.compare_exchange_strong(before, observer) && before != observer) {
        return false;
    }
    setObserver(observer);
    return true;
}

ApiCall::ApiCall(Domain domain, uint32_t function, const char* name, const void* params, const void* kernel)
    : domain_(domain)
    , function_(function)
    , name_(name)
    , params_(params)
    , symbol_(kernel != nullptr ? kernelName(kernel) : nullptr)
    , correlation_(lastCorrelation.fetch_add(1, std::memory_order_relaxed) + 1)
    , outer_(current) {
    current = this;
    if (Observer* profiler = observer(); profiler != nullptr && function != 0) {
        seen_ = true;
        profiler->entered(*this);
    }
}

ApiCall::~ApiCall() {
    if (Observer* profiler = observer(); profiler != nullptr && seen_) {
        profiler->left(*this);
    }
    current = outer_;
}

uint32_t currentCorrelation() {
    return current != nullptr ? current->correlation() : 0;
}

void askDriver(uint32_t function, const char* name) {
    const ApiCall asked(Domain::Driver, function, name, nullptr);
}

bool forkedAfterUse() {
    return forked.load(std::memory_order_relaxed);
}

void noteUse() {
    if (!used.load(std::memory_order_relaxed) && !used.exchange(true)) {
        pthread_atfork(nullptr, nullptr, [] { forked = true; });
    }
}

int notPlayed(const char* function, int status) {
    static std::mutex mutex;
    static auto* said = new std::set<std::string>;
    const std::lock_guard lock(mutex);
    if (said->insert(function).second) {
        std::fprintf(stderr, "played GPU: %s is not played, it answers %d\n", function, status);
    }
    return status;
}

} // namespace played

// For the parts that are generated as C.
extern "C" __attribute__((visibility("default"))) int played_not(const char* function, int status) {
    return played::notPlayed(function, status);
}
