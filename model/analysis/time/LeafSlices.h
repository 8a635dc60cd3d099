// When a thread did something by itself: slices that call nothing else.
#pragma once

#include "model/analysis/time/IntervalSet.h"
#include "model/trace/Trace.h"

#include <stop_token>
#include <string_view>

namespace lanes {

// Those of a track that `wanted` takes, by kind and name, and that hold none that it takes. Each name is asked once.
// O(slices of the track).
[[nodiscard]] IntervalSet leafSlices(const Trace& trace, TrackId track,
                                     bool (*wanted)(EventKind kind, std::string_view name),
                                     const std::stop_token& stop = {});

} // namespace lanes
