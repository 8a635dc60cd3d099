// Finds the same track or slice in two readings of one session. The later reading may lack slices of the earlier one: a
// bounded recorder rewrites its file.
#pragma once

#include "model/base/Ids.h"
#include "model/trace/Trace.h"

namespace lanes {

// True if ids of `earlier` mean the same in `later`, as in snapshots of one file that grows. O(1).
[[nodiscard]] bool continues(const Trace& earlier, const Trace& later);

// The same track by the keys of process and track; none if it is gone. O(tracks).
[[nodiscard]] TrackId sameTrack(const Trace& from, TrackId track, const Trace& to);
// The same slice by track, start and name; none if it is gone. O(tracks + lanes x log slices).
[[nodiscard]] SliceId sameSlice(const Trace& from, SliceId slice, const Trace& to);

} // namespace lanes
