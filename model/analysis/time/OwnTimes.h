// When a thread did something by itself, and not for others or waiting for them.
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
    None, // says nothing of its time
    Works,
    Waits, // for others, as far as nothing in it works
};

// Of one trace, to which it refers. One thread. O(segments) to make.
class OwnTimes {
public:
    // Asked once for each kind and name, with the user's classes of the trace.
    using RoleOf = OwnRole (*)(EventKind kind, std::string_view name, const OwnClasses* own);

    OwnTimes(const Trace& trace, RoleOf roleOf);

    // When the innermost slice of a track that has a role works; empty or of its part only if asked to stop. O(slices of the track).
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
