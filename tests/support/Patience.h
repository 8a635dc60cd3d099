// How long tests wait for what has to come: on a machine that is busy with much else, five seconds (Qt's own default) have
// been too few. Whoever waits goes on at once when it has come, so this only delays the word of a failure.
#pragma once

namespace lanes {

inline constexpr int kPatience = 120'000; // ms

} // namespace lanes
