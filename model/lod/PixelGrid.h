// The pixel columns of a picture with the begin of each one.
#pragma once

#include "model/base/TimeScale.h"

#include <vector>

namespace lanes {

// Made once per picture, shared by its lanes. Immutable; any thread.
class PixelGrid {
public:
    static constexpr int kBoxPixels = 3;
    static constexpr int kWidest = 16'384;

    explicit PixelGrid(const TimeScale& scale); // at most kWidest columns are used

    [[nodiscard]] int columns() const { return static_cast<int>(edges_.size()) - 1; }
    [[nodiscard]] TimeNs edge(int column) const { return edges_[static_cast<std::size_t>(column)]; }
    [[nodiscard]] TimeRange range() const { return {edges_.front(), edges_.back()}; }
    [[nodiscard]] double nsPerColumn() const { return nsPerColumn_; }
    // The column of `t`; 0 before the first, columns() after the last.
    [[nodiscard]] int columnOf(TimeNs t) const;
    // Slices at least this long are boxes.
    [[nodiscard]] TimeNs boxDuration() const { return boxDuration_; }

private:
    std::vector<TimeNs> edges_;
    double nsPerColumn_;
    double columnsPerNs_;
    TimeNs boxDuration_;
};

} // namespace lanes
