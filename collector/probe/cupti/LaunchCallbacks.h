// The moments at which the program makes a device work, on the thread that does: what is open there, and its Python stack.
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

// How much of their time threads spend in our callbacks, as one of 64 tells. Any thread, no locks.
class CallbackCost {
public:
    // Whether the callback with that number is timed. They are chosen as if by lot, so that no loop of a program can hit the
    // same one each time.
    [[nodiscard]] static bool isTimed(std::uint32_t number) { return number * kSpread >> (32 - kShift) == 0; }
    // This thread was in one for so long. Who was held up in it by another program counts little.
    void add(std::uint64_t ticks) {
        const auto thread = static_cast<std::uint64_t>(pthread_self());
        const std::uint32_t slot = static_cast<std::uint32_t>(thread >> 8) * kSpread >> (32 - kShift);
        spent_[slot].fetch_add(std::min(ticks, kMostTicks), std::memory_order_relaxed);
    }
    // Of the thread that spent most of it there: its share of the time since this was last asked. 0 the first time. One
    // thread. Threads that share a slot are taken for one.
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

// The one subscriber in a process: another client's callbacks come by here too.
class LaunchCallbacks {
public:
    // All outlive this.
    LaunchCallbacks(const Functions& functions, const SourceGate& gate, ClientRecords& client,
                    const ClientCallbacks& clientsOwn, CallbackCost& cost)
        : functions_(functions)
        , gate_(gate)
        , client_(client)
        , clientsOwn_(clientsOwn)
        , cost_(cost) {}
    LaunchCallbacks(const LaunchCallbacks&) = delete; // CUPTI holds its address
    LaunchCallbacks& operator=(const LaunchCallbacks&) = delete;

    // kOtherSubscriber if that is somebody else.
    [[nodiscard]] Result subscribe();
    [[nodiscard]] bool isSubscribed() const { return subscriber_ != nullptr; }
    [[nodiscard]] void* subscriber() const { return subscriber_; }
    // From now on launches are recorded, and nodes of graphs where they have ids.
    void enable();
    // While resting launches and nodes are not recorded; the callbacks stay, as a client to come needs them.
    void rest(bool resting) { resting_ = resting; }
    // No more of that; what the client wants goes on.
    void disable();
    void unsubscribe();
    // In the child after fork: what the parent's threads held at that moment nobody gives back.
    void abandon() { abandoned_ = true; }
    // Whether these are ours too.
    [[nodiscard]] bool watches(Domain domain, std::uint32_t function) const {
        const auto at = static_cast<std::size_t>(domain);
        return enabled_.load(std::memory_order_acquire) && function < kFunctions && at < watched_.size() &&
               watched_[at][function];
    }

private:
    static void onCallback(void* user, Domain domain, std::uint32_t function, const void* data);
    void onCall(Domain domain, std::uint32_t function, const void* data) const;
    // A request for memory has been answered.
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
    mutable std::atomic<std::uint32_t> nodes_{0}; // told of so far; their addresses come again
    std::array<std::bitset<kFunctions>, ClientCallbacks::kDomains> watched_; // by domain
};

} // namespace lanes::probe::cupti
