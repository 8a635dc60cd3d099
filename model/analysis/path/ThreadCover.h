// What a thread did in a stretch of time, cut where the innermost slice changes.
#pragma once

#include "model/analysis/path/PathGraph.h"

#include <vector>

namespace lanes {

struct CoverPiece {
    TimeRange range; // by the first input's clock
    SliceId slice;   // the innermost; none where there is none
};

// By time, without holes. O(lanes log slices + n log n) in the slices within the stretch.
[[nodiscard]] std::vector<CoverPiece> threadCover(const PathInput& input, TrackId track, TimeRange stretch);

} // namespace lanes
