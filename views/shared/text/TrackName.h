// What every view calls a thread or a stream.
#pragma once

#include "model/trace/Trace.h"

#include <QString>

namespace lanes {

// As the program named it; else "MainThread", "Thread 639", "Stream 7". What Kineto calls "thread 639 (python3)" and
// "stream 7 " has no name. What our recorder says is said in the user's language: "Stream 20 of process 42", "Waits",
// "NVTX ranges".
[[nodiscard]] QString trackName(const Trace& trace, TrackId track);

} // namespace lanes
