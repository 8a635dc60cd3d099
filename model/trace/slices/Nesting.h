// Which slice of a track stands inside which, and on which lane it goes: the one rule, for all who lay out slices.
#pragma once

#include "model/base/Time.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace lanes {

// A set of lanes of which the lowest that is not in it is found fast, however many are.
class TakenLanes {
public:
    void take(std::uint32_t lane);
    void release(std::uint32_t lane);
    // The lowest lane from `from` on that is not taken. O(lanes / 4096).
    [[nodiscard]] std::uint32_t firstFree(std::uint32_t from) const;

private:
    std::vector<std::uint64_t> words_; // a bit per lane
    std::vector<std::uint64_t> full_;  // a bit per word of which all lanes are taken
};

// A slice goes onto the lowest lane, below the innermost slice that encloses it entirely, on which nothing runs at its
// start; its parent is that innermost slice. So the slices of a lane never overlap, and a track is as deep as slices run
// at the same time. The innermost is the one that came last; what ends at a slice's start encloses it no more.
//
// Slices of a track come by start, longest first. O(1) each where they nest, O(log running) where some overlap only
// partly. One thread.
class Nesting {
public:
    static constexpr TimeNs kForever = std::numeric_limits<TimeNs>::max();
    // No track of an imported trace has more lanes. Only broken or hostile files would: deeper slices cost more than their
    // bytes, and nobody could look at them.
    static constexpr std::uint32_t kMostLanes = std::uint32_t{1} << 16;

    struct Entry {
        TimeNs end = 0; // kForever while not known
        std::uint32_t lane = 0;
        std::uint32_t tag = 0; // whatever the caller knows the slice by
        friend bool operator==(const Entry&, const Entry&) = default;
    };
    // What one part of a track hands on to the next.
    struct State {
        std::vector<Entry> around; // what may enclose the next slice, outermost first: its lanes rise
        // What a later slice has outlived: it encloses nothing any more, but its lane is taken until it ends. By lane.
        std::vector<Entry> beside;
        friend bool operator==(const State&, const State&) = default;
    };

    Nesting() { start({}); }
    Nesting(Nesting&&) noexcept = default; // what its vector holds stays where it is
    Nesting& operator=(Nesting&&) noexcept = default;
    // Begins a part of a track in `state`.
    void start(const State& state);

    // The lane of the next slice; `end` at or after `start`.
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
    // Undoes the last place(): the slice is not there after all.
    void takeBack() { --top_; }
    // Of the slice that was placed last: the lane right below its parent, 0 if it has none. Its own, unless others run there.
    [[nodiscard]] std::uint32_t below() const { return below_; }
    // Its parent, or none.
    [[nodiscard]] const Entry* parent() const { return top_ - stack_.data() > 1 ? top_ - 1 : nullptr; }
    // The innermost of those placed that still runs at `t`, which no slice placed starts behind; or none. What has ended is
    // forgotten: thousands of nested slices are walked over once, not again for each that is asked about.
    [[nodiscard]] const Entry* innermostAt(TimeNs t) {
        while (top_->end <= t) {
            --top_;
        }
        return top_ != stack_.data() ? top_ : nullptr;
    }
    // Whether some slice has overlapped another only partly since start(), or ran beside others at the start.
    [[nodiscard]] bool overlapped() const { return overlapped_; }
    [[nodiscard]] State state() const;

private:
    void grow();
    // Puts those beside that a slice outlives, from `around` outwards; returns the first that it does not.
    Entry* outlive(Entry* around, TimeNs start, TimeNs end);
    void setBeside(const Entry& entry);
    [[nodiscard]] std::uint32_t freeLane(TimeNs start);

    std::vector<Entry> stack_; // the first stands for the track and never ends
    // The innermost, and where the stack's memory ends. As pointers, so that the compiler sees that no number that is
    // written changes them: it then need not read them again for each slice.
    Entry* top_ = nullptr;
    const Entry* end_ = nullptr;
    std::uint32_t below_ = 0;
    bool overlapped_ = false;
    std::vector<Entry> beside_; // a heap, the first to end in front
    TakenLanes taken_;          // the lanes of those beside
};

// Where a slice stands deeper than right below its parent: rare, so kept by themselves.
struct LaneGap {
    std::uint32_t ordinal = 0; // of the slice, as they come
    std::uint32_t below = 0;   // see Nesting
};

} // namespace lanes
