// Devices and contexts as CUDA's driver tells of them, for a libcupti that does not, since CUDA was up before it came.
#pragma once

#include "collector/probe/cupti/CuptiFunctions.h"
#include "collector/probe/cupti/DeviceRing.h"

namespace lanes::probe::cupti {

// Writes what there is. Never from a callback of CUPTI, nor with the ring's lock.
void tellOfDevices(const Functions& functions, DeviceRing& ring);

} // namespace lanes::probe::cupti
