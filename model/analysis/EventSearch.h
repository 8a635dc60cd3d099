// All events of a session that a filter matches: how many, how long together, by name, and which. What the search
// panel lists, what is lit on the timeline, and what next and previous step through.
#pragma once

#include "model/analysis/Filter.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

namespace lanes {

struct FoundName {
    StringId name;
    SliceId first; // an event of that name, for its kind and hue
    std::uint32_t count = 0;
    TimeNs total = 0;
};

// Immutable; any thread.
class FoundEvents {
public:
    // Events that are kept in order of time; beyond them only counts and contains() know of more.
    static constexpr std::uint32_t kMostListed = 1'000'000;

    // Null if asked to stop. Every distinct name is looked at once; O(slices + names) on `threads` threads, plus
    // O(matches log matches) for the list.
    [[nodiscard]] static std::shared_ptr<const FoundEvents> find(std::shared_ptr<const Trace> trace,
                                                                 const Filter& filter,
                                                                 const std::stop_token& stop = {},
                                                                 int threads = 2);

    [[nodiscard]] const std::shared_ptr<const Trace>& trace() const { return trace_; }
    [[nodiscard]] const Filter& filter() const { return filter_; }
    [[nodiscard]] std::uint64_t count() const { return count_; }
    [[nodiscard]] TimeNs total() const { return total_; }
    [[nodiscard]] TimeNs onDevice() const { return onDevice_; } // the part of total() that devices worked
    [[nodiscard]] const std::vector<FoundName>& names() const { return names_; } // the longest together first
    // By start; the first kMostListed.
    [[nodiscard]] const std::vector<SliceId>& events() const { return events_; }
    [[nodiscard]] bool contains(SliceId slice) const {
        const std::size_t word = slice.value / 64;
        return word < bits_.size() && (bits_[word] >> (slice.value % 64) & 1) != 0;
    }

    [[nodiscard]] TimeNs start(std::size_t position) const { return starts_[position]; } // of events()
    // Position in events() of the first that starts after `time`; events().size() if none. O(log matches).
    [[nodiscard]] std::size_t firstAfter(TimeNs time) const;
    // Position in events(), or -1.
    [[nodiscard]] int positionOf(SliceId slice) const;
    // The listed event that follows `from` (or precedes it), at the end the first (or last) again; around `at` if
    // `from` is none of them. None if nothing was found.
    [[nodiscard]] SliceId step(SliceId from, TimeNs at, bool forward) const;

private:
    struct Part;
    void merge(std::vector<Part>& parts);

    std::shared_ptr<const Trace> trace_;
    Filter filter_;
    std::uint64_t count_ = 0;
    TimeNs total_ = 0;
    TimeNs onDevice_ = 0;
    std::vector<FoundName> names_;
    std::vector<SliceId> events_;
    std::vector<TimeNs> starts_;      // of events_
    std::vector<std::uint64_t> bits_; // by SliceId
};

} // namespace lanes
