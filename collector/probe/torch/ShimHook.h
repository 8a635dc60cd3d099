// Hooks torch's operators through callbacks that are compiled against torch's own headers: shim/TorchShim.cpp, in a
// library that lanescope_probe/shim.py builds.
#pragma once

#include "collector/probe/RecordSource.h"

namespace lanes::probe {

extern const RecordSource kShimSource;

} // namespace lanes::probe
