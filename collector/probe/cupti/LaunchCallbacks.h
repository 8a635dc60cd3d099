// Records the moments at which the program starts work on a device, on the calling thread: with its open operator and
// its Python stack.
#pragma once

#include "collector/probe/SourceGate.h"
#include "collector/probe/cupti/CallIds.h"
#include "collector/probe/cupti/CallbackLayout.h"
#include "collector/probe/cupti/ClientCallbacks.h"
#include "collector/probe/cupti/ClientRecords.h"
#include "collector/probe/cupti/CuptiFunctions.h"

#include <pthread.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bitset>
#include <cstddef>
#include <cstdint>

namespace lanes::probe::cupti {

// Estimates the time that threads spend in our callbacks, from one in 64 of them. Any thread, no locks.
class CallbackCost {
public:
    // True if the callback with that number is timed. The choice is pseudo-random, so that no loop of a program hits
    // the same callback each time.
    [[nodiscard]] static bool isTimed(std::uint32_t number) { return number * kSpread >> (32 - kShift) == 0; }
    // Adds the time of one callback on this thread. The time is capped, so that a thread preempted by another program
    // counts little.
    void add(std::uint64_t ticks) {
        const auto thread = static_cast<std::uint64_t>(pthread_self());
        const std::uint32_t slot = static_cast<std::uint32_t>(thread >> 8) * kSpread >> (32 - kShift);
        spent_[slot].fetch_add(std::min(ticks, kMostTicks), std::memory_order_relaxed);
    }
    // Returns the share of the time since the last call that the costliest thread spent in callbacks; 0 the first
    // time. One thread. Threads that share a slot count as one.
    [[nodiscard]] double takeShare(std::uint64_t now) {
        std::uint64_t most = 0;
        for (std::atomic<std::uint64_t>& spent : spent_) {
            most = std::max(most, spent.exchange(0, std::memory_order_relaxed));
        }
        const std::uint64_t passed = asked_ != 0 && now > asked_ ? now - asked_ : 0;
        asked_ = now;
        return passed != 0 ? static_cast<double>(most << kShift) / static_cast<double>(passed) : 0;
    }

private:
    static constexpr int kShift = 6;
    static constexpr std::uint32_t kSpread = 0x9E3779B1U;
    static constexpr std::uint64_t kMostTicks = 60'000; // 20 us at least, whatever the clock

    std::array<std::atomic<std::uint64_t>, std::size_t{1} << kShift> spent_{};
    std::uint64_t asked_ = 0;
};

// The one subscriber of the process: callbacks for another client pass through it too.
class LaunchCallbacks {
public:
    // All arguments outlive this.
    LaunchCallbacks(const Functions& functions, const SourceGate& gate, ClientRecords& client,
                    const ClientCallbacks& clientsOwn, CallbackCost& cost)
        : functions_(functions)
        , gate_(gate)
        , client_(client)
        , clientsOwn_(clientsOwn)
        , cost_(cost) {}
    LaunchCallbacks(const LaunchCallbacks&) = delete; // CUPTI holds its address
    LaunchCallbacks& operator=(const LaunchCallbacks&) = delete;

    // Returns kOtherSubscriber if another client has subscribed.
    [[nodiscard]] Result subscribe();
    [[nodiscard]] bool isSubscribed() const { return subscriber_ != nullptr; }
    [[nodiscard]] void* subscriber() const { return subscriber_; }
    // From now on launches are recorded, and graph nodes if the library gives them ids.
    void enable();
    // While resting, launches and nodes are not recorded. The callbacks stay, as a later client needs them.
    void rest(bool resting) { resting_ = resting; }
    // Stops recording launches and nodes; the client's callbacks continue.
    void disable();
    void unsubscribe();
    // For the child after fork: locks that the parent's threads held at that moment are never released here.
    void abandon() { abandoned_ = true; }
    // True if the callbacks of this function are recorded for us too.
    [[nodiscard]] bool watches(Domain domain, std::uint32_t function) const {
        const auto at = static_cast<std::size_t>(domain);
        return enabled_.load(std::memory_order_acquire) && function < kFunctions && at < watched_.size() &&
               watched_[at][function];
    }

private:
    static void onCallback(void* user, Domain domain, std::uint32_t function, const void* data);
    void onCall(Domain domain, std::uint32_t function, const void* data) const;
    // Called when a request for memory has been answered.
    void onAllocation(const CallData& call) const;
    void recordLaunch(Domain domain, std::uint32_t function, const CallData& call) const;
    void onGraphNode(std::uint32_t what, const void* data) const;
    template<std::size_t kCount>
    void watch(Domain domain, const IdRange (&ranges)[kCount]);

    const Functions& functions_;
    const SourceGate& gate_;
    ClientRecords& client_;
    const ClientCallbacks& clientsOwn_;
    CallbackCost& cost_;
    void* subscriber_ = nullptr;
    std::atomic<bool> enabled_{false};
    std::atomic<bool> resting_{false};
    bool abandoned_ = false;
    mutable std::atomic<std::uint32_t> nodes_{0}; // nodes reported so far; their addresses are reused
    std::array<std::bitset<kFunctions>, ClientCallbacks::kDomains> watched_; // by domain
};

} // namespace lanes::probe::cupti
