// Whoever else in this process uses CUPTI, torch.profiler first of all. CUPTI hands its records to one client only, and to the
// last that asked. So its functions are watched where libraries import them, and the program's own profiler goes first.
#pragma once

#include "collector/probe/cupti/CuptiFunctions.h"

namespace lanes::probe::cupti {

// Calls `comes` once, right before another client's first call, on its thread. Any number of times: libraries come late.
void watchOtherClients(void (*comes)());
void forgetOtherClients();
[[nodiscard]] bool hasOtherClient();

// While one lives, calls of this thread into CUPTI are ours.
class OurCall {
public:
    OurCall();
    ~OurCall();
    OurCall(const OurCall&) = delete;
    OurCall& operator=(const OurCall&) = delete;
};

} // namespace lanes::probe::cupti
