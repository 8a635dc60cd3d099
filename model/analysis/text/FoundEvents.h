// All events of a session that a filter matches: how many, how long together, by name, and which. What the search
// panel lists, what is lit on the timeline, and what next and previous step through.
#pragma once

#include "model/analysis/text/Filter.h"
#include "model/trace/Trace.h"
#include "model/trace/slices/LaneGroup.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

namespace lanes {

struct FoundName {
    StringId name;
    SliceId first; // an event of that name, for its kind and hue; none of instants
    std::uint32_t count = 0;
    TimeNs total = 0;
};

// An event that was found: a slice, or an instant by its number among the trace's points.
struct FoundEvent {
    static constexpr std::uint32_t kNoPoint = 0xffffffffu;
    SliceId slice;
    std::uint32_t point = kNoPoint;
    [[nodiscard]] bool valid() const { return slice.valid() || point != kNoPoint; }
    friend constexpr bool operator==(FoundEvent, FoundEvent) = default;
};

// Immutable; any thread.
class FoundEvents {
public:
    // Events that are kept in order of time; beyond them only counts and contains() know of more.
    static constexpr std::uint32_t kMostListed = 1'000'000;

    // Null if asked to stop. Every distinct name is looked at once; O(slices + names + matches) on `threads` threads.
    // `before`: what was found in an earlier snapshot that `trace` continues, or null. A filter of names, kinds and durations
    // reads only what is new since then, and copies a bit for each slice and what is listed.
    [[nodiscard]] static std::shared_ptr<const FoundEvents>
    find(std::shared_ptr<const Trace> trace, const Filter& filter, const std::stop_token& stop = {},
         int threads = 2, LazyContext context = {}, const FoundEvents* before = nullptr);

    [[nodiscard]] const std::shared_ptr<const Trace>& trace() const { return trace_; }
    [[nodiscard]] const Filter& filter() const { return filter_; }
    // Whether what was found before was gone on with: it is found still.
    [[nodiscard]] bool grew() const { return grew_; }
    [[nodiscard]] std::uint64_t count() const { return count_; }
    [[nodiscard]] TimeNs total() const { return total_; }
    [[nodiscard]] TimeNs onDevice() const { return onDevice_; } // the part of total() that devices worked
    [[nodiscard]] const std::vector<FoundName>& names() const { return names_; } // the longest together first
    // Slices by start; the first kMostListed.
    [[nodiscard]] const std::vector<SliceId>& events() const { return events_; }
    // Instants by time, as points of the trace; the first kMostListed.
    [[nodiscard]] const std::vector<std::uint32_t>& instants() const { return instants_; }
    // Both together, by time.
    [[nodiscard]] std::size_t listed() const { return events_.size() + instants_.size(); }
    [[nodiscard]] FoundEvent at(std::size_t position) const; // position < listed(); O(log instants)
    [[nodiscard]] bool contains(SliceId slice) const {
        const std::size_t word = slice.value / 64;
        return word < bits_.size() && (bits_[word] >> (slice.value % 64) & 1) != 0;
    }

    // Whether any found slice stands in lanes of that group: no others need be looked through.
    [[nodiscard]] bool isIn(LaneGroup group) const {
        return (groups_ >> static_cast<unsigned>(group) & 1) != 0;
    }

    [[nodiscard]] bool containsPoint(std::uint32_t point) const {
        return point < pointBits_.size() && pointBits_[point];
    }

    // Calls `visit` with the distance from `first` of every found one of the `count` slices from it on. O(count / 64 +
    // matches).
    template<class Visit>
    void forEachIn(SliceId first, std::uint32_t count, Visit&& visit) const {
        const std::size_t begin = first.value;
        const std::size_t end = begin + count;
        for (std::size_t w = begin / 64; w * 64 < end; ++w) {
            std::uint64_t word = bits_[w];
            word &= w * 64 < begin ? ~std::uint64_t(0) << (begin % 64) : ~std::uint64_t(0);
            word &= end - w * 64 < 64 ? ~(~std::uint64_t(0) << (end % 64)) : ~std::uint64_t(0);
            for (; word != 0; word &= word - 1) {
                visit(static_cast<std::uint32_t>(w * 64 + static_cast<unsigned>(std::countr_zero(word)) -
                                                 begin));
            }
        }
    }

    // Calls `visit` with the position in `places` of every found slice among those of a segment that stand there, in order.
    // O(places), without a branch that nothing foretells.
    template<class Visit>
    void forEachAt(const Segment& segment, std::span<const std::uint32_t> places, Visit&& visit) const {
        const std::size_t first = segment.first;
        for (std::size_t from = 0; from < places.size(); from += 64) {
            const std::size_t count = std::min<std::size_t>(64, places.size() - from);
            std::uint64_t word = 0;
            for (std::size_t i = 0; i < count; ++i) {
                const std::size_t id = first + places[from + i];
                word = word >> 1 | bits_[id / 64] >> (id % 64) << 63;
            }
            word >>= 64 - count;
            for (; word != 0; word &= word - 1) {
                visit(static_cast<std::uint32_t>(from + static_cast<unsigned>(std::countr_zero(word))));
            }
        }
    }

    [[nodiscard]] TimeNs start(std::size_t position) const; // of at(position)
    // Position of the first that starts after `time`; listed() if none. O(log matches).
    [[nodiscard]] std::size_t firstAfter(TimeNs time) const;
    // Position of an event, or -1. O(log matches + those of the same moment).
    [[nodiscard]] int positionOf(FoundEvent event) const;
    // The listed event that follows `from` (or precedes it), at the end the first (or last) again; around `at` if
    // `from` is none of them. None if nothing was found.
    [[nodiscard]] FoundEvent step(FoundEvent from, TimeNs at, bool forward) const;

private:
    struct Part;
    struct Buckets;
    bool mark(Part& part, const Buckets& buckets, std::atomic<std::size_t>& next,
              const std::stop_token& stop);
    void sumUp(const std::vector<Part>& parts);
    void list(std::vector<Part>& parts, const Buckets& buckets);
    [[nodiscard]] bool findInstants(const std::stop_token& stop);
    void placeInstants();
    friend class FoundSince;

    std::shared_ptr<const Trace> trace_;
    LazyContext context_;
    Filter filter_;
    bool grew_ = false;
    std::uint64_t count_ = 0;
    TimeNs total_ = 0;
    TimeNs onDevice_ = 0;
    std::vector<FoundName> names_;
    std::vector<SliceId> events_;
    std::vector<TimeNs> starts_;      // of events_
    std::vector<std::uint64_t> bits_; // by SliceId
    std::uint32_t groups_ = 0;        // a bit per LaneGroup
    std::vector<std::uint32_t> instants_;
    std::vector<std::size_t> places_; // of instants_: positions in the list of both
    std::vector<bool> pointBits_;     // by point; empty without any
};

} // namespace lanes
