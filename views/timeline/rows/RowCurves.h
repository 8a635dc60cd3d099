// The counter rows of a session: its counters, memory by device from the allocations, and how many launches wait for
// the device, from the links.
#pragma once

#include "model/trace/Trace.h"
#include "views/timeline/rows/SessionCurves.h"
#include "views/timeline/rows/TimelineRows.h"

#include <QString>

#include <vector>

namespace lanes {

struct RowCurves {
    QString key;
    QString name;
    QString label; // the name, and whose it is where names alone do not tell
    QString note;
    QString value; // the greatest
    std::vector<TimelineCurve> curves;
    ProcessId owner;                            // whose it is, of a launch queue its device; may be none
    int memoryOf = -1;                          // number of the GPU whose memory it is; -1: something else
    std::uint32_t counter = TimelineRow::kNone; // as a TimelineRow's
};

// O(curves).
[[nodiscard]] std::vector<RowCurves> findCurves(const Trace& trace, const SessionCurves& curves);

} // namespace lanes
