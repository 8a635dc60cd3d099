// Complete events with impossible times. They are kept and listed, but take no time, so that sums, gaps and spans ignore
// them. The times in the file stay in their fields "ts" and "dur".
#pragma once

#include "model/io/joining/EventRange.h"
#include "model/io/joining/ImportIssues.h"
#include "model/io/joining/SharedIds.h"

#include <vector>

namespace lanes {

// Finds events that begin at 0 if all others are far from it, and events that end after torch's "Record Window End". Also
// finds device work that ends hours after the last begin. Also finds work that lasts over several others of its stream: a
// stream runs one work after the other. Moves them into a separate range of shared ids, after the others. Counts them in
// `issues`. O(slices).
void setUntimed(std::vector<EventRange>& ranges, SharedIds& ids, const StopLook& look, ImportIssues& issues);

} // namespace lanes
