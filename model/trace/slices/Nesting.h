// The one rule that gives each slice of a track its parent and its lane, for all code that lays out slices.
#pragma once

#include "model/base/Time.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace lanes {

// A set of lanes that finds its lowest missing lane fast, however many lanes it has.
class TakenLanes {
public:
    void take(std::uint32_t lane);
    void release(std::uint32_t lane);
    // The lowest lane from `from` on that is not taken. O(lanes / 4096).
    [[nodiscard]] std::uint32_t firstFree(std::uint32_t from) const;

private:
    std::vector<std::uint64_t> words_; // a bit per lane
    std::vector<std::uint64_t> full_;  // a bit per word; set if all lanes of the word are taken
};

// A slice goes onto the lowest lane, below the innermost slice that encloses it entirely, on which nothing runs at its
// start. Its parent is that innermost slice. So the slices of a lane never overlap, and a track is as deep as slices run
// at the same time. The innermost is the one that came last. A slice that ends at another's start does not enclose it.
//
// Slices of a track come by start, longest first. O(1) each where they nest, O(log running) where some overlap only
// partly. One thread.
class Nesting {
public:
    static constexpr TimeNs kForever = std::numeric_limits<TimeNs>::max();
    // Upper bound of the lanes of a track of an imported trace. Only broken or hostile files exceed it: deeper slices
    // cost more than their bytes, and nobody could look at them.
    static constexpr std::uint32_t kMostLanes = std::uint32_t{1} << 16;

    struct Entry {
        TimeNs end = 0; // kForever while not known
        std::uint32_t lane = 0;
        std::uint32_t tag = 0; // any number by which the caller knows the slice
        friend bool operator==(const Entry&, const Entry&) = default;
    };
    // The state that one part of a track hands on to the next.
    struct State {
        std::vector<Entry> around; // may enclose the next slice, outermost first: lanes rise
        // Slices that a later slice has outlived. They enclose nothing any more, but take their lane until they end. By
        // lane.
        std::vector<Entry> beside;
        friend bool operator==(const State&, const State&) = default;
    };

    Nesting() { start({}); }
    Nesting(Nesting&&) noexcept = default; // the vector's items stay in place
    Nesting& operator=(Nesting&&) noexcept = default;
    // Begins a part of a track, from `state`.
    void start(const State& state);

    // Adds the next slice and returns its lane; `end` is at or after `start`.
    std::uint32_t place(TimeNs start, TimeNs end, std::uint32_t tag = 0) {
        const TimeNs begun = std::min(start, kForever - 1);
        Entry* around = top_;
        while (around->end <= begun) {
            --around;
        }
        if (around->end < end) [[unlikely]] {
            around = outlive(around, begun, end);
        }
        below_ = around->lane + 1;
        const std::uint32_t lane = beside_.empty() ? below_ : freeLane(start);
        top_ = around + 1;
        if (top_ == end_) [[unlikely]] {
            grow();
        }
        *top_ = {end, lane, tag};
        return lane;
    }
    // Undoes the last place().
    void takeBack() { --top_; }
    // The lane right below the parent of the last placed slice; 0 if it has none. The slice's own lane, unless others run
    // there.
    [[nodiscard]] std::uint32_t below() const { return below_; }
    // The parent of the last placed slice, or none.
    [[nodiscard]] const Entry* parent() const { return top_ - stack_.data() > 1 ? top_ - 1 : nullptr; }
    // The innermost placed slice that still runs at `t`, or none. No placed slice may start after `t`. Slices that have
    // ended are removed, so that a walk over thousands of nested slices happens once and not for each query.
    [[nodiscard]] const Entry* innermostAt(TimeNs t) {
        while (top_->end <= t) {
            --top_;
        }
        return top_ != stack_.data() ? top_ : nullptr;
    }
    // True if a slice has overlapped another only partly since start(), or ran beside others at the start.
    [[nodiscard]] bool overlapped() const { return overlapped_; }
    [[nodiscard]] State state() const;

private:
    void grow();
    // Moves slices that this one outlives to `beside`, from `around` outwards. Returns the first that it does not
    // outlive.
    Entry* outlive(Entry* around, TimeNs start, TimeNs end);
    void setBeside(const Entry& entry);
    [[nodiscard]] std::uint32_t freeLane(TimeNs start);

    std::vector<Entry> stack_; // the first represents the track and never ends
    // The innermost slice, and the end of the stack's memory. As pointers, so that the compiler sees that writes of
    // numbers do not change them. It then need not read them again for each slice.
    Entry* top_ = nullptr;
    const Entry* end_ = nullptr;
    std::uint32_t below_ = 0;
    bool overlapped_ = false;
    std::vector<Entry> beside_; // a heap, the first to end in front
    TakenLanes taken_;          // the lanes of those beside
};

// A slice that is deeper than right below its parent. Such slices are rare, so they are kept separately.
struct LaneGap {
    std::uint32_t ordinal = 0; // of the slice, in order of arrival
    std::uint32_t below = 0;   // see Nesting
};

} // namespace lanes
