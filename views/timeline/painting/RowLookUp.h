// The part of preparing a draw list that reads slices, counters and instants: pixels of bands, heights of curves, marks.
#pragma once

#include "views/shared/look/Metrics.h"
#include "views/timeline/painting/DrawList.h"

#include <stop_token>
#include <vector>

namespace lanes {

// Used by one thread, which may start a second one to help.
class RowLookUp {
public:
    // Fills the bands and curves of the list's rows. O(pixels x log slices). If stopped, the result is incomplete.
    void fill(DrawList& list, const TimelineRows& rows, const Metrics& metrics, const std::stop_token& stop);

private:
    std::vector<TimeNs> scratch_;
    bool wasSlow_ = false; // the last fill()
};

// Returns the knobs of a row of instants. O(columns log instants).
[[nodiscard]] std::vector<InstantKnob> instantKnobs(const TimelineRow& row, const TimelineRows& rows,
                                                    const DrawList& list);

} // namespace lanes
