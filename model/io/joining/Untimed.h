// Complete events whose times cannot be: they are kept and listed, but take no time, so that no sum, gap or span believes
// them. What the file says of them stays in their fields "ts" and "dur".
#pragma once

#include "model/io/joining/EventRange.h"
#include "model/io/joining/ImportIssues.h"
#include "model/io/joining/SharedIds.h"

#include <vector>

namespace lanes {

// Those that begin at 0 where all others are far from it; that end behind torch's "Record Window End", or work of a device that
// ends hours behind the last begin; and work of a device that lasts over several others of its stream, which runs one after the
// other. Moves them into a range of their own, of shared ids, behind the others. Counts them in `issues`. O(slices).
void setUntimed(std::vector<EventRange>& ranges, SharedIds& ids, const StopLook& look, ImportIssues& issues);

} // namespace lanes
