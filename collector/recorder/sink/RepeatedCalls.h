// Equal calls one after the other on a thread, as those that ask in a loop whether work is over: they become one slice with a count.
#pragma once

#include "collector/recorder/sink/PendingRows.h"
#include "model/session/writing/SessionWriter.h"
#include "model/trace/slices/SegmentBuilder.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lanes::recorder {

// What slices of such a layout hold where: a number that tells calls apart, and how many calls a slice is of, which is 1.
struct RepeatedCells {
    static constexpr std::size_t kNumber = 0;
    static constexpr std::size_t kCalls = 1;
    static constexpr std::size_t kEqual = 2; // from here on cells are equal, or calls are not
};

// Of a track's slices, in any order: for each that another one takes in, which that is; for all others their own numbers. The other
// lasts until the last one ends, and its cell counts. Nothing else on the track begins or ends between calls that become one; they
// follow within 0.1 ms. `ends`: of slices that are not among these. `canRepeat`: the layouts concerned. O(n log n).
[[nodiscard]] std::vector<std::uint32_t> foldRepeated(std::span<SliceRecord> slices,
                                                      std::span<const session::SliceEnd> ends,
                                                      std::span<const LayoutId> canRepeat, PendingRows& rows);

} // namespace lanes::recorder
