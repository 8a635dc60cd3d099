// Tracks that hold samples of a thread of Python: functions, in a row below what else the thread has.
#pragma once

#include "model/trace/Trace.h"

#include <optional>
#include <string_view>

namespace lanes {

// Behind the key of the thread, in the same process.
inline constexpr std::string_view kSampledSuffix = " python";

// The track of the thread that these are samples of; nothing for any other track. O(tracks).
[[nodiscard]] std::optional<TrackId> sampledThread(const Trace& trace, TrackId samples);
// The track with the samples of a thread; nothing if it has none. O(tracks).
[[nodiscard]] std::optional<TrackId> samplesOfThread(const Trace& trace, TrackId thread);

} // namespace lanes
