// Matches device work with the calls that launched it, by their correlation: a number that is valid within one process
// only.
#pragma once

#include "model/base/HugeVector.h"
#include "model/base/Ids.h"
#include "model/base/StopLook.h"
#include "model/base/Time.h"

#include <cstdint>
#include <vector>

namespace lanes {

// A call into a device's API, or work on a device.
struct Correlated {
    std::int64_t id; // cell
    SliceId slice;
    ProcessId process;
    TrackId track;
    TimeNs start;
    std::int64_t offset; // in the file
};

// The call of each item of `work`, or none. If several calls of one process have an id, the first counts. If several
// processes use an id, work on a process's own track belongs to that process. A device's track belongs to the process
// whose calls, in order of time, most of its work follows. A track is shared if one id has as many works as calls; these
// are paired in order of time. O(n) if there is one process and ids rise with time, else O(n log n).
[[nodiscard]] std::vector<SliceId> launchesOf(const HugeVector<Correlated>& work,
                                              HugeVector<Correlated> calls, const StopLook& look);

} // namespace lanes
