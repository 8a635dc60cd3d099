// Reads device work: kernels, copies, sets, replays of graphs and waits, each with the call that started it.
#pragma once

#include "model/io/nsys/NsysCalls.h"
#include "model/io/nsys/NsysPlaces.h"

namespace lanes::nsys {

// O(rows x log calls).
void readDeviceWork(NsysFile& file, NsysPlaces& places, const NsysCalls& calls);

} // namespace lanes::nsys
