// Summary of a range of time: the number of events, the busy time of each row, and the names with the most time.
#pragma once

#include "model/lod/LodIndex.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace lanes {

// One group of a track: a stream's kernels, a thread's operators.
struct RowBusy {
    TrackId track;
    LaneGroup group = LaneGroup::Operators;
    Hue hue = Hue::Other;     // the hue with the most time
    TimeNs busy = 0;          // of the outermost level, cut to the range
    std::uint64_t events = 0; // of all levels; events that reach into the range
};

struct RangeRows {
    std::uint64_t events = 0;
    // Rows with events in the range: devices first, ranges last, the busiest before others.
    std::vector<RowBusy> rows;
};

// O(lanes x log slices): instant, whatever the range holds.
[[nodiscard]] RangeRows rowsIn(const LodIndex& lod, TimeRange range);

struct TopName {
    StringId name;
    SliceId example;
    std::uint64_t count = 0;
    TimeNs total = 0; // cut to the range
};

struct TopNames {
    bool onDevice = false;      // kernels and copies; else operators, else everything
    std::vector<TopName> names; // the longest total first
};

// O(slices of the counted rows in the range). Empty if asked to stop.
[[nodiscard]] TopNames topNamesIn(const LodIndex& lod, TimeRange range, std::size_t most,
                                  const std::stop_token& stop = {});

} // namespace lanes
