// Late slices of a session: slices that arrived after later ones of their track had been written. The file has them on a
// track of its own beside theirs, "(late)" (see FORMAT.md). Readers use this to see such slices where they belong.
#pragma once

#include "model/trace/Trace.h"

#include <memory>
#include <stop_token>

namespace lanes {

[[nodiscard]] bool hasLateTracks(const Trace& trace); // True if the trace has such tracks. O(tracks).
// The trace with its late slices put back among the others, as far as they fit: one that would cross another stays where
// it is. Tracks that become empty are removed; the diagnostics then count only the late slices that are left. Returns the
// trace itself where there is nothing to do, null if asked to stop. The new trace has ids of its own. O(n log n).
[[nodiscard]] std::shared_ptr<const Trace> withLateSlices(const std::shared_ptr<const Trace>& trace,
                                                          const std::stop_token& stop = {});

} // namespace lanes
