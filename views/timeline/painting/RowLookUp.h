// The part of a draw list that looks at slices, counters and instants: pixels of bands, heights of curves, marks.
#pragma once

#include "views/shared/look/Metrics.h"
#include "views/timeline/painting/DrawList.h"

#include <stop_token>
#include <vector>

namespace lanes {

// One thread, which may take a second one to help.
class RowLookUp {
public:
    // What the bands and curves of the list's rows hold. O(pixels x log slices); not all of it if stopped on the way.
    void fill(DrawList& list, const TimelineRows& rows, const Metrics& metrics, const std::stop_token& stop);

private:
    std::vector<TimeNs> scratch_;
    bool wasSlow_ = false; // the last time
};

// Of a row of instants. O(columns log instants).
[[nodiscard]] std::vector<InstantKnob> instantKnobs(const TimelineRow& row, const TimelineRows& rows,
                                                    const DrawList& list);

} // namespace lanes
