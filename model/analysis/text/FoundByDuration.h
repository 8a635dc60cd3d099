// What a search found, longest first: the other order in which it is listed and stepped through.
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
    // Null if asked to stop. Of what was found, not only of what is listed by time: the FoundEvents::kMostListed longest.
    // O(slices / 64 + matches + kMostListed log kMostListed), and memory for twice kMostListed.
    [[nodiscard]] static std::shared_ptr<const FoundByDuration> of(std::shared_ptr<const FoundEvents> found,
                                                                   const std::stop_token& stop = {});

    [[nodiscard]] const std::shared_ptr<const FoundEvents>& found() const { return found_; }
    // Slices, longest first, those that last as long by time; then instants, which take no time, by theirs.
    [[nodiscard]] std::size_t listed() const { return slices_.size() + found_->instants().size(); }
    [[nodiscard]] FoundEvent at(std::size_t position) const; // position < listed()
    // Position of an event, or -1. O(log matches), of instants O(matches).
    [[nodiscard]] int positionOf(FoundEvent event) const;
    // The listed event that follows `from` (or precedes it), at the end the first (or last) again, as it does from an event
    // that is not listed. None if nothing was found.
    [[nodiscard]] FoundEvent step(FoundEvent from, bool forward) const;

private:
    std::shared_ptr<const FoundEvents> found_;
    std::vector<SliceId> slices_;
};

} // namespace lanes
