// The cause of a gap in a stream: the activity of the launching thread until it launched the next work, and the time that
// work then waited in the queue.
#pragma once

#include "model/analysis/operators/EventOrigin.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

// In order of priority: for each moment of a thread the first that applies counts.
enum class GapPart : std::uint8_t {
    Wait,        // a call that waits for the device or another process
    Copy,        // a call that copies, sets or allocates device memory
    DataLoading, // ranges and operators of a DataLoader
    Runtime,     // any other call into the device's API
    Operator,
    Python,      // Python functions, garbage collection, other slices
    NotRecorded, // the thread did nothing that was recorded
    Queue,       // launched, but waiting for other work of the device
};
inline constexpr int kGapParts = 8;

struct GapCause {
    std::array<TimeNs, kGapParts> time{}; // sums to the gap
    std::array<SliceId, kGapParts>
        longest{}; // slice with the most self time of each part; none for the last two parts
    GapPart most = GapPart::NotRecorded; // the part with most of the gap

    [[nodiscard]] TimeNs of(GapPart part) const { return time[static_cast<std::size_t>(part)]; }
};

// `launch` is the call that launched the work after the gap. Nothing without a launch, or for an empty gap. O(pieces log
// slices) over the launching thread's lanes, and O(n depth log n) in its n slices within the gap.
[[nodiscard]] std::optional<GapCause> gapCause(const Trace& trace, TimeRange gap, SliceId launch);

// One step on the way from a gap to its cause.
struct GapLink {
    enum class Kind : std::uint8_t {
        Idle,     // the gap
        Late,     // the launch was late: the time until it began
        Queued,   // the launch was early, and its work waited for other work
        Part,     // most of the launching thread's time in the gap
        Operator, // the operator around that part
        Code,     // the line of Python around that part
    };
    Kind kind = Kind::Idle;
    GapPart part = GapPart::NotRecorded; // of a Part
    SliceId slice;                       // none if there is no slice to show
    std::optional<TimeNs> time;          // as measured; nothing if only the place is known
    std::string code;                    // "train.py(27): step"
};

// From the gap to its cause, as far as it was recorded. O(depth log slices).
[[nodiscard]] std::vector<GapLink> gapChain(const Trace& trace, const EventOrigin& origin, TimeRange gap,
                                            const GapCause& cause, SliceId launch);

} // namespace lanes
