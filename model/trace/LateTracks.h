// Sessions in which slices came when later ones of their track had been written: these stand on tracks of their own beside it,
// "(late)" (see FORMAT.md). Whoever reads such a session sees them where they belong.
#pragma once

#include "model/trace/Trace.h"

#include <memory>
#include <stop_token>

namespace lanes {

[[nodiscard]] bool hasLateTracks(const Trace& trace); // O(tracks)
// The same trace with those slices put back among the others, as far as they fit: one that would cross another stays where it
// is. Tracks that are left empty are gone, and what the diagnostics say of late slices is of those that are left. The trace
// itself where there is nothing to do, null if asked to stop. It has ids of its own. O(n log n).
[[nodiscard]] std::shared_ptr<const Trace> withLateSlices(const std::shared_ptr<const Trace>& trace,
                                                          const std::stop_token& stop = {});

} // namespace lanes
