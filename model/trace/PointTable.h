// Events without a duration: instants, counter samples, flow ends, samples, metadata. What phase ("i", "C",
// "s", "M"...) and category they have says their layout. Kept so that nothing of a foreign trace is lost;
// what views draw from them (counters, memory, links) stands in columns of its own, made once.
#pragma once

#include "model/base/HugeVector.h"
#include "model/base/Ids.h"
#include "model/base/Time.h"

#include <cstdint>
#include <vector>

namespace lanes {

// In file order (own captures: per thread in time order), not sorted by time. The columns of both tables are written by
// several threads where sessions are reopened: resize() leaves new rows unwritten.
struct PointTable {
    UnwrittenVector<TimeNs> time;
    UnwrittenVector<StringId> name;
    UnwrittenVector<TrackId> track;
    UnwrittenVector<LayoutId> layout;
    UnwrittenVector<std::uint32_t> row;

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(time.size()); }
};

// One allocation (bytes > 0) or free (bytes < 0), sorted by time. `device*` as Kineto numbers them: type 0
// CPU, 1 CUDA.
struct MemoryTable {
    UnwrittenVector<TimeNs> time;
    UnwrittenVector<std::uint64_t> address;
    UnwrittenVector<std::int64_t> bytes;
    UnwrittenVector<std::int64_t> totalAllocated; // -1 not known
    UnwrittenVector<std::int64_t> totalReserved;  // -1 not known
    UnwrittenVector<std::int8_t> deviceType;
    UnwrittenVector<std::int8_t> deviceIndex; // -1 for the CPU
    UnwrittenVector<TrackId> track;           // the thread that did it
    UnwrittenVector<StackId> stack;           // own captures; none where not known

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(time.size()); }
};

// One curve: the samples of one key of a counter, sorted by time.
struct CounterSeries {
    TrackId track;
    StringId name; // the counter's
    StringId key;  // the series' within it; may be the empty text
    std::vector<TimeNs> time;
    std::vector<double> value; // a measured quantity, not a time
};

} // namespace lanes
