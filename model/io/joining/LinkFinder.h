// Finds which slices belong together: launches and the work they start by correlation, and the ends of arrows.
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

// Every kernel, copy, set and device wait to the first runtime call of its correlation. O(n) as ids rise with time,
// else O(n log n).
void linkCorrelations(const std::vector<EventRange>& ranges, const SharedIds& ids, const SliceMerge& slices,
                      const StopLook& look, FoundLinks& found);
// Arrows s -> t -> f by category and id, of one process where the id is local, in the order of time: each step and end goes
// on from the last start or step before it. Starts and steps bind to the innermost slice around them on their track, as ends
// with "bp": "e" do. Other ends bind to the next slice that begins there, or to the one around them where none does.
void linkFlows(const std::vector<EventRange>& ranges, const SharedIds& ids, const SliceMerge& slices,
               const StopLook& look, FoundLinks& found);

} // namespace lanes
