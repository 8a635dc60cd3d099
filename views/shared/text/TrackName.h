// The name of a thread or a stream, the same in every view.
#pragma once

#include "model/trace/Trace.h"

#include <QString>

namespace lanes {

// The name given by the program; else "MainThread", "Thread 639" or "Stream 7". Kineto's "thread 639 (python3)" and "stream 7 "
// count as no name. Words of Lanescope's recorder are translated: "Stream 20 of process 42", "Waits", "NVTX ranges".
[[nodiscard]] QString trackName(const Trace& trace, TrackId track);

} // namespace lanes
