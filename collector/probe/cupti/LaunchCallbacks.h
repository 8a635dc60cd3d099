// The moments at which the program makes a device work, on the thread that does: what is open there, and its Python stack.
#pragma once

#include "collector/probe/SourceGate.h"
#include "collector/probe/cupti/CuptiFunctions.h"

namespace lanes::probe::cupti {

class LaunchCallbacks {
public:
    LaunchCallbacks(const Functions& functions, const SourceGate& gate)
        : functions_(functions)
        , gate_(gate) {}
    LaunchCallbacks(const LaunchCallbacks&) = delete; // CUPTI holds its address
    LaunchCallbacks& operator=(const LaunchCallbacks&) = delete;

    // There is one subscriber in a process: kOtherSubscriber if that is somebody else.
    [[nodiscard]] Result subscribe();
    // From now on launches are recorded, and nodes of graphs where they have ids.
    void enable();
    void unsubscribe();

private:
    static void onCallback(void* user, Domain domain, std::uint32_t function, const void* data);
    void onCall(const void* data) const;
    void onGraphNode(std::uint32_t what, const void* data) const;

    const Functions& functions_;
    const SourceGate& gate_;
    void* subscriber_ = nullptr;
};

} // namespace lanes::probe::cupti
