// Finds related slices: launches and their work by correlation, and the ends of arrows.
#pragma once

#include "model/io/joining/EventRange.h"
#include "model/io/joining/SharedIds.h"
#include "model/io/joining/SliceMerge.h"
#include "model/trace/tables/LinkTable.h"

#include <cstdint>
#include <vector>

namespace lanes {

struct FoundLinks {
    UnwrittenVector<Link> links;
    std::uint64_t flowStarts = 0;
    std::uint64_t flowsLinked = 0; // starts with at least one step or end of the same category and id
    ImportIssues issues;
};

// Links every kernel, copy, set and device wait to the first runtime call of its correlation. O(n) if ids rise with time,
// else O(n log n).
void linkCorrelations(const std::vector<EventRange>& ranges, const SharedIds& ids, const SliceMerge& slices,
                      const StopLook& look, FoundLinks& found);
// Links arrows s -> t -> f by category and id, of one process if the id is local, in order of time. Each step and end
// continues the last start or step before it. Starts and steps bind to the innermost slice around them on their track, as
// do ends with "bp": "e". Other ends bind to the next slice that begins there, or else to the one around them.
void linkFlows(const std::vector<EventRange>& ranges, const SharedIds& ids, const SliceMerge& slices,
               const StopLook& look, FoundLinks& found);

} // namespace lanes
