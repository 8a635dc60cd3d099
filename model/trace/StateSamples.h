// How exact the states of threads are.
#pragma once

#include "model/base/Time.h"

namespace lanes {

// The kernel is asked so often at most what a thread does: a state may have begun or ended so much earlier or later.
inline constexpr TimeNs kStatesEvery = 5'000'000;

} // namespace lanes
