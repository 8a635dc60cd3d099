// Disjoint intervals of time in order, with union, difference and intersection.
#pragma once

#include "model/base/HugeVector.h"
#include "model/base/Time.h"

#include <cstddef>
#include <span>
#include <vector>

namespace lanes {

// Immutable once made; any thread. Intervals that touch are one.
class IntervalSet {
public:
    IntervalSet() = default;
    // Makes the set from ranges sorted by begin, which may overlap and touch. Empty ranges vanish. O(n).
    explicit IntervalSet(std::span<const TimeRange> sorted);
    explicit IntervalSet(HugeVector<TimeRange>&& sorted); // reuses the memory of `sorted`

    [[nodiscard]] IntervalSet unite(const IntervalSet& other) const;     // O(n + m)
    [[nodiscard]] IntervalSet subtract(const IntervalSet& other) const;  // O(n + m)
    [[nodiscard]] IntervalSet intersect(const IntervalSet& other) const; // O(n + m)

    [[nodiscard]] TimeNs common(const IntervalSet& other) const; // intersect().total()

    [[nodiscard]] TimeNs covered(TimeRange range) const; // length of `range` that the set covers; O(log n)
    [[nodiscard]] TimeNs total() const { return total_; }
    [[nodiscard]] std::span<const TimeRange> ranges() const { return ranges_; }
    [[nodiscard]] bool empty() const { return ranges_.empty(); }

private:
    void append(TimeRange range); // `range` begins at or after the begin of the last
    void finish();
    [[nodiscard]] TimeNs before(TimeNs t) const;

    static constexpr std::size_t kBlock = 32;

    HugeVector<TimeRange> ranges_;
    std::vector<TimeNs> sums_; // sum of all ranges before each block of kBlock
    TimeNs total_ = 0;
};

} // namespace lanes
