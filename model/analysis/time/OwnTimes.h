// The times when a thread did its own work, rather than work for others or waiting.
#pragma once

#include "model/analysis/time/IntervalSet.h"
#include "model/trace/Trace.h"

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace lanes {

enum class OwnRole : std::uint8_t {
    None, // does not affect its time
    Works,
    Waits, // for others, unless a slice inside it works
};

// Keeps a reference to its trace. One thread. O(segments) to make.
class OwnTimes {
public:
    // Called once for each kind and name, with the user's classes of the trace.
    using RoleOf = OwnRole (*)(EventKind kind, std::string_view name, const OwnClasses* own);

    OwnTimes(const Trace& trace, RoleOf roleOf);

    // The times when the innermost slice with a role works, on one track. Incomplete or empty if asked to stop. O(slices
    // of the track).
    [[nodiscard]] IntervalSet of(TrackId track, const std::stop_token& stop = {});

private:
    OwnRole roleOf(const Segment& segment, std::uint32_t i);
    struct Shown;
    void read(const Segment& segment, Shown& shown);

    const Trace& trace_;
    RoleOf roleOf_;
    std::array<std::vector<std::optional<OwnRole>>, kEventKinds> known_; // kind, name
    std::vector<std::vector<const Segment*>> segments_;                  // by track
};

} // namespace lanes
