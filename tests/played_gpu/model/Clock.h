// The time of the played GPU: CLOCK_REALTIME, as CUPTI's own clock, or a clock of its own that only moves when it is
// looked at or slept on (PLAYED_VIRTUAL_CLOCK=1), so that a program of one thread gives the same times on every run.
// Any thread.
#pragma once

#include <cstdint>

namespace played {

using ns = int64_t; // nanoseconds since 1970

ns now();
void sleepUntil(ns when);

} // namespace played
