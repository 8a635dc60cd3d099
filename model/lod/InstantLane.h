// The instants of one row in order of time. The cost of a picture depends on the pixels, not on the instants: the next
// instant is a binary search, and the most common hue of a range is a difference of counts.
#pragma once

#include "model/base/Ids.h"
#include "model/base/Time.h"
#include "model/lod/PixelGrid.h"
#include "model/trace/Category.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace lanes {

struct Instant {
    TimeNs time = 0;
    std::uint32_t point = 0; // index in the trace's points
    Hue hue = Hue::Other;
};

// All instants that begin in one pixel column share one mark.
struct InstantMark {
    std::uint16_t x = 0;
    Hue hue = Hue::Other;    // hue of most of them
    std::uint32_t first = 0; // ordinal
    std::uint32_t count = 0;
    friend bool operator==(const InstantMark&, const InstantMark&) = default;
};

// Immutable; any thread. Instants are numbered from 0 in time order ("ordinal").
class InstantLane {
public:
    // The owner of the instants: the session, a whole process or device, or a thread or stream.
    enum class Scope : std::uint8_t { Session, Process, Track };

    // `owner` is the value of a TrackId or a ProcessId, by `scope`; 0 for the session. O(n log n).
    InstantLane(Scope scope, std::uint32_t owner, std::vector<Instant> instants);

    [[nodiscard]] Scope scope() const { return scope_; }
    [[nodiscard]] std::uint32_t owner() const { return owner_; }
    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(instants_.size()); }
    [[nodiscard]] const Instant& at(std::uint32_t ordinal) const { return instants_[ordinal]; }
    // Ordinal of the first instant at or after `time`; count() if there is none. O(log n).
    [[nodiscard]] std::uint32_t firstFrom(TimeNs time) const;
    // The ordinal of a point; nothing if it is not in this lane. O(log n + instants of the same moment).
    [[nodiscard]] std::optional<std::uint32_t> ordinalOf(std::uint32_t point, TimeNs time) const;
    // The most common hue in [begin, end); of equally common hues the first in Hue's order. O(kBlock).
    [[nodiscard]] Hue commonest(std::uint32_t begin, std::uint32_t end) const;
    // One mark for each column with instants. O(columns x log n).
    [[nodiscard]] std::vector<InstantMark> marks(const PixelGrid& grid) const;

private:
    static constexpr std::uint32_t kBlock = 64;
    using Counts = std::array<std::uint32_t, kHueCount>;

    Scope scope_;
    std::uint32_t owner_;
    std::vector<Instant> instants_;
    std::vector<Counts> before_; // counts by hue before each whole block
};

} // namespace lanes
