// When a thread did something by itself, and not for others or waiting for them.
#pragma once

#include "model/analysis/time/IntervalSet.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <stop_token>
#include <string_view>

namespace lanes {

enum class OwnRole : std::uint8_t {
    None, // says nothing of its time
    Works,
    Waits, // for others, as far as nothing in it works
};

// When the innermost slice of a track that has a role works. `roleOf` is asked once for each kind and name, with the user's classes
// of the trace.
// O(slices of the track).
[[nodiscard]] IntervalSet ownTimes(const Trace& trace, TrackId track,
                                   OwnRole (*roleOf)(EventKind kind, std::string_view name,
                                                     const OwnClasses* own),
                                   const std::stop_token& stop = {});

} // namespace lanes
