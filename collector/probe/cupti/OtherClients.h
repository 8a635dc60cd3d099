// Whoever else in this process uses CUPTI. CUPTI hands its records to one client only, and to the last that asked. So its
// functions are watched where libraries import them, and what becomes of another client's calls is decided here.
#pragma once

#include "collector/probe/cupti/OtherCalls.h"

namespace lanes::probe::cupti {

struct ClientNews {
    // Right before another client's first call, once, on its thread.
    void (*comes)();
    // A client that cannot be served calls a function that takes CUPTI from us. On its thread, before CUPTI sees the call; true: CUPTI
    // is free now, false: it is refused to the client.
    bool (*takes)();
};

// Any number of times. Until serveOthers() their calls go on to CUPTI. A libcupti that is opened from now on is the one in use.
void watchOtherClients(const ClientNews& news);
// Libraries come late: watches those that have, and costs next to nothing if there are none. Most are seen as soon as somebody looks
// one of their functions up, others by the next time that this is called.
void watchLateClients();
// While CUPTI is ours: who takes it is noticed as he calls, however he found the function.
void guardCupti();
void freeCupti();
void freeCuptiInChild(); // after fork
// Calls of others reach `calls` from now on, which lives on; nullptr: CUPTI again.
void serveOthers(OtherCalls* calls);
void forgetOtherClients();
[[nodiscard]] bool hasOtherClient();
// True if there is none: one that comes later is not served any more, nor is `comes` called.
[[nodiscard]] bool closeToOthers();

} // namespace lanes::probe::cupti
