// The instants of one row in order of time, so that a picture costs what it shows, not what there is: where the next one
// stands is a binary search, and which hue most of a stretch have is a difference of counts.
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
    std::uint32_t point = 0; // of the trace's points
    Hue hue = Hue::Other;
};

// Instants that begin in one pixel column; there is one mark for all of them.
struct InstantMark {
    std::uint16_t x = 0;
    Hue hue = Hue::Other;    // of most
    std::uint32_t first = 0; // ordinal
    std::uint32_t count = 0;
    friend bool operator==(const InstantMark&, const InstantMark&) = default;
};

// Immutable; any thread. Instants are numbered from 0 in time order ("ordinal").
class InstantLane {
public:
    // What they belong to: the session, a whole process or device, or a thread or stream.
    enum class Scope : std::uint8_t { Session, Process, Track };

    // `owner` is a TrackId's or a ProcessId's value, as `scope` says; 0 for the session. O(n log n).
    InstantLane(Scope scope, std::uint32_t owner, std::vector<Instant> instants);

    [[nodiscard]] Scope scope() const { return scope_; }
    [[nodiscard]] std::uint32_t owner() const { return owner_; }
    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(instants_.size()); }
    [[nodiscard]] const Instant& at(std::uint32_t ordinal) const { return instants_[ordinal]; }
    // Ordinal of the first at or after `time`; count() if none. O(log n).
    [[nodiscard]] std::uint32_t firstFrom(TimeNs time) const;
    // Nothing if a point is none of these. O(log n + those of the same moment).
    [[nodiscard]] std::optional<std::uint32_t> ordinalOf(std::uint32_t point, TimeNs time) const;
    // Of [begin, end); the first in Hue's order if several are equally common. O(kBlock).
    [[nodiscard]] Hue commonest(std::uint32_t begin, std::uint32_t end) const;
    // One mark per column in which anything is. O(columns x log n).
    [[nodiscard]] std::vector<InstantMark> marks(const PixelGrid& grid) const;

private:
    static constexpr std::uint32_t kBlock = 64;
    using Counts = std::array<std::uint32_t, kHueCount>;

    Scope scope_;
    std::uint32_t owner_;
    std::vector<Instant> instants_;
    std::vector<Counts> before_; // of each hue, before each whole block
};

} // namespace lanes
