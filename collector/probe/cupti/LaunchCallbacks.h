// The moments at which the program makes a device work, on the thread that does: what is open there, and its Python stack.
#pragma once

#include "collector/probe/SourceGate.h"
#include "collector/probe/cupti/CallIds.h"
#include "collector/probe/cupti/CallbackCost.h"
#include "collector/probe/cupti/CallbackLayout.h"
#include "collector/probe/cupti/ClientCallbacks.h"
#include "collector/probe/cupti/ClientRecords.h"
#include "collector/probe/cupti/CuptiFunctions.h"

#include <array>
#include <atomic>
#include <bitset>

namespace lanes::probe::cupti {

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
