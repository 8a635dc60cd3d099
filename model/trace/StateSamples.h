// The accuracy of the recorded states of threads.
#pragma once

#include "model/base/Time.h"

namespace lanes {

// Interval at which the kernel is asked for a thread's state, at most. A state's begin and end may each be off by so
// much. Nanoseconds.
inline constexpr TimeNs kStatesEvery = 5'000'000;

} // namespace lanes
