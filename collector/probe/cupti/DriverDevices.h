// Reports devices and contexts as CUDA's driver knows them. For a libcupti that does not report them, since CUDA was
// up before libcupti was loaded.
#pragma once

#include "collector/probe/cupti/CuptiFunctions.h"
#include "collector/probe/cupti/DeviceRing.h"

namespace lanes::probe::cupti {

// Writes the devices and contexts that exist. Never from a callback of CUPTI, nor with the ring's lock.
void tellOfDevices(const Functions& functions, DeviceRing& ring);

} // namespace lanes::probe::cupti
