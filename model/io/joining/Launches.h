// Which call launched which work of a device, by their correlation: a number that means something within one process only.
#pragma once

#include "model/base/HugeVector.h"
#include "model/base/Ids.h"
#include "model/base/StopLook.h"
#include "model/base/Time.h"

#include <cstdint>
#include <vector>

namespace lanes {

// A call into a device's API, or what runs on a device.
struct Correlated {
    std::int64_t id; // cell
    SliceId slice;
    ProcessId process;
    TrackId track;
    TimeNs start;
    std::int64_t offset; // in the file
};

// The call of each of `work`, or none. Of several calls of one process with the same id the first counts. Where several
// processes use an id, work of a process itself is its own; of a device's tracks each belongs to the process whose calls,
// taken in order of time, most of its work follows; a track on which as many things run under one id as there are calls is
// shared, and these are paired in order of time. O(n) where there is one process and ids rise with time, else O(n log n).
[[nodiscard]] std::vector<SliceId> launchesOf(const HugeVector<Correlated>& work,
                                              HugeVector<Correlated> calls, const StopLook& look);

} // namespace lanes
