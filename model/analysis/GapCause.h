// Why nothing ran on a stream: what the thread that ended the gap did until it launched the next work, and how long that
// work then waited in the queue.
#pragma once

#include "model/trace/Trace.h"

#include <array>
#include <optional>

namespace lanes {

// By priority: of what a thread does at one moment, the first counts.
enum class GapPart : std::uint8_t {
    Wait,        // a call that waits for the device or another process
    Copy,        // a call that copies, sets or allocates device memory
    DataLoading, // ranges and operators of a DataLoader
    Runtime,     // any other call into the device's API
    Operator,
    Python,      // Python functions, garbage collection, other slices
    NotRecorded, // the thread did nothing that was recorded
    Queue,       // launched, and waiting for other work of the device
};
inline constexpr int kGapParts = 8;

struct GapCause {
    std::array<TimeNs, kGapParts> time{};     // sums to the gap
    std::array<SliceId, kGapParts> longest{}; // that had most of each; none for the last two
    GapPart most = GapPart::NotRecorded;      // what had most of the gap

    [[nodiscard]] TimeNs of(GapPart part) const { return time[static_cast<std::size_t>(part)]; }
};

// `launch` is the call that launched what ended the gap. Nothing without one, or for an empty gap. O(slices of the launching
// thread within the gap).
[[nodiscard]] std::optional<GapCause> gapCause(const Trace& trace, TimeRange gap, SliceId launch);

} // namespace lanes
