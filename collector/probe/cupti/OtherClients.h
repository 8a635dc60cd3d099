// Detects other clients of CUPTI in this process. CUPTI hands its records to one client only, the last that asked. So
// CUPTI's functions are intercepted where libraries import them, and the calls of other clients are dispatched here.
#pragma once

#include "collector/probe/cupti/OtherCalls.h"

namespace lanes::probe::cupti {

struct ClientNews {
    // Called right before another client's first call, once, on its thread.
    void (*comes)();
    // Called when a client that cannot be served calls a function that takes CUPTI from us. Runs on its thread,
    // before CUPTI sees the call. Returns true if CUPTI is free now; false if the client is refused.
    bool (*takes)();
};

// Starts watching; may be called any number of times. Until serveOthers() the clients' calls go on to CUPTI. A
// libcupti that is opened from now on is replaced by the one in use.
void watchOtherClients(const ClientNews& news);
// Watches libraries that were loaded late; costs next to nothing if there are none. Most are seen as soon as a
// library looks up one of their functions, the others by the next call of this function.
void watchLateClients();
// While CUPTI is ours: detects a client that takes it, at its call, however the client found the function.
void guardCupti();
void freeCupti();
void freeCuptiInChild(); // after fork
// From now on calls of other clients go to `calls`, which is never destroyed; nullptr: to CUPTI again.
void serveOthers(OtherCalls* calls);
void forgetOtherClients();
[[nodiscard]] bool hasOtherClient();
// Returns true if there is no other client. A later one is then not served any more, nor is `comes` called.
[[nodiscard]] bool closeToOthers();

} // namespace lanes::probe::cupti
