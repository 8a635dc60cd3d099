// What is the same in two readings of one session, of which the later may lack what the earlier held: a recorder that is
// bounded writes its file anew.
#pragma once

#include "model/base/Ids.h"
#include "model/trace/Trace.h"

namespace lanes {

// Whether ids of `earlier` mean the same in `later`, as in snapshots of one file that grows. O(1).
[[nodiscard]] bool continues(const Trace& earlier, const Trace& later);

// By the keys of process and track; none if it is gone. O(tracks).
[[nodiscard]] TrackId sameTrack(const Trace& from, TrackId track, const Trace& to);
// By track, start and name; none if it is gone. O(tracks + lanes x log slices).
[[nodiscard]] SliceId sameSlice(const Trace& from, SliceId slice, const Trace& to);

} // namespace lanes
