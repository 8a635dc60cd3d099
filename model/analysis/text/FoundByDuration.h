// The events that a search found, longest first: the second order of its list and its steps.
#pragma once

#include "model/analysis/text/FoundEvents.h"

#include <cstddef>
#include <memory>
#include <stop_token>
#include <vector>

namespace lanes {

// Immutable; any thread.
class FoundByDuration {
public:
    // Lists the FoundEvents::kMostListed longest of all found events, not only of those listed by time. Null if asked to
    // stop. O(slices / 64 + matches + kMostListed log kMostListed), and memory for twice kMostListed.
    [[nodiscard]] static std::shared_ptr<const FoundByDuration> of(std::shared_ptr<const FoundEvents> found,
                                                                   const std::stop_token& stop = {});

    [[nodiscard]] const std::shared_ptr<const FoundEvents>& found() const { return found_; }
    // Slices, longest first, equal ones by time; then instants, which have no duration, by time.
    [[nodiscard]] std::size_t listed() const { return slices_.size() + found_->instants().size(); }
    [[nodiscard]] FoundEvent at(std::size_t position) const; // position < listed()
    // Position of an event, or -1. O(log matches); for instants O(matches).
    [[nodiscard]] int positionOf(FoundEvent event) const;
    // The listed event after `from` (or before it). Continues with the first (or last) at the end, and also if `from` is
    // not listed. None if nothing was found.
    [[nodiscard]] FoundEvent step(FoundEvent from, bool forward) const;

private:
    std::shared_ptr<const FoundEvents> found_;
    std::vector<SliceId> slices_;
};

} // namespace lanes
