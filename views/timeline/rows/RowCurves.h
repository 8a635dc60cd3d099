// The counter rows of a session: its counters, memory by device (from the allocations), and the number of launches that wait
// for the device (from the links).
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
    QString label; // the name, and the owner where names alone are ambiguous
    QString note;
    QString value; // the maximum
    std::vector<TimelineCurve> curves;
    ProcessId owner;                            // owning process; of a launch queue its device; may be none
    int memoryOf = -1;                          // GPU whose memory it shows; -1: another counter
    std::uint32_t counter = TimelineRow::kNone; // see TimelineRow::counter
};

// O(curves).
[[nodiscard]] std::vector<RowCurves> findCurves(const Trace& trace, const SessionCurves& curves);

} // namespace lanes
