// What a thread did in a stretch of time, cut where the innermost slice changes.
#pragma once

#include "model/analysis/path/PathGraph.h"

#include <map>
#include <utility>
#include <vector>

namespace lanes {

struct CoverPiece {
    TimeRange range; // by the first input's clock
    SliceId slice;   // the innermost; none where there is none
};

// By time, without holes. O(lanes log slices + n log n) in the slices within the stretch.
[[nodiscard]] std::vector<CoverPiece> threadCover(const PathInput& input, TrackId track, TimeRange stretch);

// The same for many stretches of a range, one after the other. A thread whose calls nest deeply would cost its depth with
// each of them: it is covered once, as a whole.
class ThreadCovers {
public:
    explicit ThreadCovers(TimeRange range)
        : range_(range) {}

    [[nodiscard]] std::vector<CoverPiece> of(const PathInput& input, TrackId track, TimeRange stretch);

private:
    TimeRange range_;
    std::map<std::pair<const Trace*, TrackId>, std::vector<CoverPiece>> whole_;
};

} // namespace lanes
