// Which arrows a session has got since an earlier snapshot.
#pragma once

#include "model/trace/tables/LinkTable.h"

#include <vector>

namespace lanes {

// Those of `later` that `earlier` lacks, of which it is a later state; in any order. O(arrows of the runs that are new or
// were merged since), which is O(log arrows) for each new one.
[[nodiscard]] std::vector<Link> newLinks(const LinkTable& earlier, const LinkTable& later);

} // namespace lanes
