// The slices of a trace that rules of advice read, grouped by their meaning. They are found once, by name; afterwards a
// range of them is a binary search.
#pragma once

#include "model/analysis/time/IntervalSet.h"
#include "model/trace/Trace.h"

#include <array>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace lanes {

// Prefix of the names that a DataLoader gives its fetches.
inline constexpr std::string_view kFetchPrefix = "enumerate(DataLoader)#";

enum class Mark : std::uint8_t {
    Fetch,          // a range "enumerate(DataLoader)#..."
    GetItem,        // the function __getitem__ of a data set
    Sync,           // a call that waits for the device
    BlockingCopy,   // cudaMemcpy, cudaMemset: without "Async"
    PageableCopy,   // a device's copy from or to pageable memory
    HostDeviceCopy, // a device's copy from or to the host
    OptimizerStep,
    ZeroGrad,
    Collection, // of garbage
    Overhead,   // of the profiler
    Compile,    // code was generated
    Region,     // "Torch-Compiled Region: 1/0"
    DeviceMalloc,
    DeviceFree,
    Collective,     // a kernel of communication
    HostCollective, // gloo, mpi, ucc
    DataParallel,   // a call of DataParallel, not of DistributedDataParallel
    Distributed,    // a call of DistributedDataParallel
    LayoutChange,   // a kernel that changes the layout of images
    BatchNorm,      // the outermost operator of a batch normalization
    Recompute,      // the function in which a checkpoint computes its forward again
};
inline constexpr int kMarkKinds = 21;

struct MarkedSlice {
    TimeRange range;
    SliceId slice;
};

// Immutable; any thread.
class SliceMarks {
public:
    // Incomplete if asked to stop. O(slices + names).
    SliceMarks(const Trace& trace, const std::stop_token& stop);

    // The slices with a mark that start in `range`, by start. O(log marks).
    [[nodiscard]] std::span<const MarkedSlice> of(Mark mark, TimeRange range) const;
    [[nodiscard]] bool has(Mark mark) const { return !marked_[static_cast<std::size_t>(mark)].empty(); }

private:
    std::array<std::vector<MarkedSlice>, kMarkKinds> marked_;
};

// Removes slices that lie inside an earlier one of the same list. O(n).
[[nodiscard]] std::vector<MarkedSlice> outermost(std::span<const MarkedSlice> marked);
// The union of the slices' times. O(n).
[[nodiscard]] IntervalSet timeOf(std::span<const MarkedSlice> marked);

} // namespace lanes
