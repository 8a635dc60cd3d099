// The counter rows of a session: its counters, memory by device from the allocations, and how many launches wait for
// the device, from the links.
#pragma once

#include "model/trace/Trace.h"
#include "views/timeline/TimelineRows.h"

#include <QString>

#include <vector>

namespace lanes {

struct RowCurves {
    QString key;
    QString label;
    QString note;
    QString value; // the greatest
    std::vector<TimelineCurve> curves;
};

// By which the row of a counter is known: its names and whose it is.
[[nodiscard]] QString counterKey(const Trace& trace, const CounterSeries& series);

// O(samples + allocations + links log links).
[[nodiscard]] std::vector<RowCurves> findCurves(const Trace& trace);

} // namespace lanes
