// The model's columns made of events without duration: the points themselves, memory events, counter curves, names.
#pragma once

#include "model/io/joining/EventRange.h"
#include "model/io/joining/SharedIds.h"
#include "model/trace/tables/PointTable.h"

#include <memory>
#include <vector>

namespace lanes {

// All points in file order. Frees the points of ranges without arrows (arrows are searched for later), and all other data
// that the reader kept beside them.
[[nodiscard]] PointRows gatherPoints(std::vector<EventRange>& ranges, const SharedIds& ids,
                                     const StopLook& look);

// Allocations and frees from "[memory]" instants, by time.
[[nodiscard]] MemoryRows findMemory(const PointRows& points, const SharedIds& ids, const StopLook& look);

// One series per counter, track and key, by time. Values that are no numbers are left out and counted.
[[nodiscard]] std::vector<CounterSeries> findCounters(const PointRows& points, const SharedIds& ids,
                                                      const StopLook& look, ImportIssues& issues);

// Gives processes and tracks the names, labels and order in metadata events (M); the last event of each kind counts.
void readNames(const PointRows& points, SharedIds& ids, const StopLook& look);

} // namespace lanes
