// All instants of a trace, in the lanes of their session, process or track.
#pragma once

#include "model/lod/InstantLane.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace lanes {

// Immutable; any thread.
class InstantIndex {
public:
    // O(points log points).
    [[nodiscard]] static std::shared_ptr<const InstantIndex> build(const Trace& trace);

    // Lanes with instants only: the session's, then processes', then tracks', each in the trace's order.
    [[nodiscard]] const std::vector<InstantLane>& lanes() const { return lanes_; }
    // Position in lanes(); nothing if the owner has no instants. O(log lanes).
    [[nodiscard]] std::optional<std::uint32_t> laneOf(InstantLane::Scope scope, std::uint32_t owner) const;

private:
    std::vector<InstantLane> lanes_;
};

} // namespace lanes
