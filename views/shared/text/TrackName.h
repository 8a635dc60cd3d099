// What every view calls a thread or a stream.
#pragma once

#include "model/trace/Trace.h"

#include <QString>

namespace lanes {

// As the program named it; else "MainThread", "Thread 639", "Stream 7". What Kineto calls "thread 639 (python3)" and
// "stream 7 " has no name.
[[nodiscard]] QString trackName(const Trace& trace, TrackId track);

} // namespace lanes
