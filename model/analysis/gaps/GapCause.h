// Why nothing ran on a stream: what the thread that ended the gap did until it launched the next work, and how long that
// work then waited in the queue.
#pragma once

#include "model/analysis/operators/EventOrigin.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
    std::array<SliceId, kGapParts> longest{}; // that had most of each by itself; none for the last two
    GapPart most = GapPart::NotRecorded;      // what had most of the gap

    [[nodiscard]] TimeNs of(GapPart part) const { return time[static_cast<std::size_t>(part)]; }
};

// `launch` is the call that launched what ended the gap. Nothing without one, or for an empty gap. O(pieces log
// slices) over the launching thread's lanes, and O(n depth log n) in its n slices within the gap.
[[nodiscard]] std::optional<GapCause> gapCause(const Trace& trace, TimeRange gap, SliceId launch);

// One of the things that led to a gap.
struct GapLink {
    enum class Kind : std::uint8_t {
        Idle,     // the gap
        Late,     // the launch came late: until it began
        Queued,   // it was early, and waited for other work
        Part,     // what the launching thread did most of that time
        Operator, // around that
        Code,     // the line of Python around that
    };
    Kind kind = Kind::Idle;
    GapPart part = GapPart::NotRecorded; // of a Part
    SliceId slice;                       // none where there is nothing to show
    std::optional<TimeNs> time;          // as measured; nothing where only the place is known
    std::string code;                    // "train.py(27): step"
};

// From the gap to its cause, as far as it was recorded. O(depth log slices).
[[nodiscard]] std::vector<GapLink> gapChain(const Trace& trace, const EventOrigin& origin, TimeRange gap,
                                            const GapCause& cause, SliceId launch);

} // namespace lanes
