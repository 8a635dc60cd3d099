// Finds the peak of allocated memory on a device in a range, as recorded or without some of its blocks.
#pragma once

#include "model/analysis/memory/MemoryHistory.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lanes {

// Finds the largest number in any part of a sequence. Immutable; any thread. 8 bytes per number.
class RangeMost {
public:
    // `values` must outlive this object. O(values).
    explicit RangeMost(std::span<const std::int64_t> values);

    // The position of the largest of [first, last), the first of equal ones; the part must not be empty. O(log values).
    [[nodiscard]] std::uint32_t at(std::uint32_t first, std::uint32_t last) const;

private:
    [[nodiscard]] std::uint32_t larger(std::uint32_t a, std::uint32_t b) const;

    static constexpr std::uint32_t kNone = 0xffffffffu;
    std::span<const std::int64_t> values_;
    // A tree in an array: places[n + i] is i; each parent holds the position of the larger child.
    std::vector<std::uint32_t> places_;
};

struct MemoryPeak {
    std::int64_t bytes = 0;
    TimeNs time = 0; // first moment of the peak
    // Position of its event in the device's columns; none: before the first event.
    std::optional<std::uint32_t> position;
};

// Immutable; any thread. 8 bytes per event.
class PeakFinder {
public:
    // `device` must outlive this object. Events at the end of the range are part of it. O(events).
    PeakFinder(const DeviceMemory& device, TimeRange range);

    [[nodiscard]] MemoryPeak peak() const { return without({}, {}); }
    // The peak without blocks that lived in `lives` and had `bytes`. O(blocks log events).
    [[nodiscard]] MemoryPeak without(const std::vector<EventSpan>& lives,
                                     const std::vector<std::int64_t>& bytes) const;
    [[nodiscard]] TimeRange range() const { return range_; }

private:
    struct Edge {
        std::uint32_t position = 0;
        std::int64_t bytes = 0; // change by the edge, positive or negative
    };
    [[nodiscard]] MemoryPeak without(std::vector<Edge> edges) const;

    const DeviceMemory& device_;
    TimeRange range_;
    RangeMost most_;
    std::uint32_t first_ = 0; // the events in the range, and the last one before it
    std::uint32_t last_ = 0;
    bool fromBegin_ = false; // the range begins before the first event
};

} // namespace lanes
