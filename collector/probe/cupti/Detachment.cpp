#include "collector/probe/cupti/Detachment.h"

#include "collector/probe/cupti/CallIds.h"
#include "collector/probe/cupti/CallbackLayout.h"

#include <dlfcn.h>

namespace lanes::probe::cupti {

namespace {

struct Leaving {
    const Functions& functions;
    bool gone = false;
};

void onCall(void* user, Domain /*domain*/, std::uint32_t /*function*/, const void* data) {
    auto& leaving = *static_cast<Leaving*>(user);
    if (static_cast<const CallData*>(data)->site != kEnter && !leaving.gone) {
        leaving.gone = leaving.functions.finalize() == 0;
    }
}

} // namespace

// CUPTI may be ended while devices work only in a callback at the end of a call of the driver. So one is made for that.
bool detach(const Functions& functions) {
    void* driver = dlopen("libcuda.so.1", RTLD_NOLOAD | RTLD_LAZY);
    auto* const countDevices =
        driver != nullptr ? reinterpret_cast<int (*)(int*)>(dlsym(driver, "cuDeviceGetCount")) : nullptr;
    Leaving leaving{functions};
    void* subscriber = nullptr;
    if (functions.finalize == nullptr || countDevices == nullptr ||
        functions.subscribe(&subscriber, &onCall, &leaving) != 0) {
        return false;
    }
    int devices = 0;
    if (functions.enableCallback(1, subscriber, Domain::Driver, kDeviceGetCount) == 0) {
        countDevices(&devices);
    }
    if (!leaving.gone) {
        functions.unsubscribe(subscriber);
    }
    return leaving.gone;
}

} // namespace lanes::probe::cupti
