// All events of a session that a filter matches: their number, total duration, names, and the events themselves. The
// search panel lists them, the timeline highlights them, and next and previous step through them.
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
    SliceId first; // an event of that name, for its kind and hue; none for instants
    std::uint32_t count = 0;
    TimeNs total = 0;
};

// A found event: a slice, or an instant by its number among the trace's points.
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
    // Maximum of events that are listed in order of time; only counts and contains() cover more.
    static constexpr std::uint32_t kMostListed = 1'000'000;

    // Null if asked to stop. Each distinct name is tested once; O(slices + names + matches) on `threads` threads.
    // `before`: the result for an earlier snapshot that `trace` continues, or null. With it, a filter of names, kinds and
    // durations reads only new events; it copies a bit for each slice and the list.
    [[nodiscard]] static std::shared_ptr<const FoundEvents>
    find(std::shared_ptr<const Trace> trace, const Filter& filter, const std::stop_token& stop = {},
         int threads = 2, LazyContext context = {}, const FoundEvents* before = nullptr);

    [[nodiscard]] const std::shared_ptr<const Trace>& trace() const { return trace_; }
    [[nodiscard]] const Filter& filter() const { return filter_; }
    // True if the earlier result was extended: all of its events are still found.
    [[nodiscard]] bool grew() const { return grew_; }
    [[nodiscard]] std::uint64_t count() const { return count_; }
    [[nodiscard]] TimeNs total() const { return total_; }
    [[nodiscard]] TimeNs onDevice() const { return onDevice_; } // the part of total() on devices
    [[nodiscard]] const std::vector<FoundName>& names() const { return names_; } // the longest total first
    // Slices by start; the first kMostListed.
    [[nodiscard]] const std::vector<SliceId>& events() const { return events_; }
    // Instants by time, as points of the trace; the first kMostListed.
    [[nodiscard]] const std::vector<std::uint32_t>& instants() const { return instants_; }
    // Slices and instants together, by time.
    [[nodiscard]] std::size_t listed() const { return events_.size() + instants_.size(); }
    [[nodiscard]] FoundEvent at(std::size_t position) const; // position < listed(); O(log instants)
    [[nodiscard]] bool contains(SliceId slice) const {
        const std::size_t word = slice.value / 64;
        return word < bits_.size() && (bits_[word] >> (slice.value % 64) & 1) != 0;
    }

    // True if any found slice is in lanes of that group; lanes of other groups need not be searched.
    [[nodiscard]] bool isIn(LaneGroup group) const {
        return (groups_ >> static_cast<unsigned>(group) & 1) != 0;
    }

    [[nodiscard]] bool containsPoint(std::uint32_t point) const {
        return point < pointBits_.size() && pointBits_[point];
    }

    // Calls `visit` for every found slice among the `count` slices from `first` on, with its distance from `first`.
    // O(count / 64 + matches).
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

    // Calls `visit` for every found slice among those at `places` in a segment, with its position in `places`, in order.
    // O(places), without unpredictable branches.
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

    [[nodiscard]] TimeNs start(std::size_t position) const; // start of at(position)
    // Position of the first event that starts after `time`; listed() if none. O(log matches).
    [[nodiscard]] std::size_t firstAfter(TimeNs time) const;
    // Position of an event, or -1. O(log matches + events of the same moment).
    [[nodiscard]] int positionOf(FoundEvent event) const;
    // The listed event after `from` (or before it); continues with the first (or last) at the end. Starts around `at` if
    // `from` is not listed. None if nothing was found.
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
    std::vector<TimeNs> starts_;      // starts of `events_`
    std::vector<std::uint64_t> bits_; // by SliceId
    std::uint32_t groups_ = 0;        // a bit per LaneGroup
    std::vector<std::uint32_t> instants_;
    std::vector<std::size_t> places_; // of `instants_`: positions in the common list
    std::vector<bool> pointBits_;     // by point; empty if there are none
};

} // namespace lanes
