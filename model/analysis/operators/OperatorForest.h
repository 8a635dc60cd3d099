// The calls among operators and user ranges, and their launched work. Computed once per trace; any range or grouping is
// then a sweep over columns.
//
// One tree per thread. Nodes are operators (cpu_op) and user ranges. A node's parent is the innermost one open at its
// start, whatever Python functions or runtime calls lie between. Self time follows the one rule of CallShares.
// Asynchronous ranges have a parent, but no children and no self time. LaunchedWork decides which operator (not range)
// owns a kernel, copy or set; the work's time also counts in every ancestor's total.
#pragma once

#include "model/base/HugeArray.h"
#include "model/base/HugeVector.h"
#include "model/base/Time.h"
#include "model/trace/Trace.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <unordered_map>
#include <vector>

namespace lanes {

// Sums of times, most of them short. Four bytes each: eight bytes would double the memory of 100 million operators. All
// are zero at first; memory of sums that nothing is added to is never touched. Several threads may add at once, each to
// different sums; reading must wait until they are done.
class ShortTimes {
public:
    ShortTimes() = default;
    explicit ShortTimes(std::size_t size)
        : sums_(hugeArray<std::uint32_t>(size)) {}

    [[nodiscard]] TimeNs operator[](std::uint32_t item) const {
        const std::uint32_t sum = sums_[item];
        return sum != kLong ? sum : long_.at(item);
    }

    // time >= 0. O(1).
    void add(std::uint32_t item, TimeNs time) {
        std::uint32_t& sum = sums_[item];
        if (sum != kLong && time < kLong - sum) {
            sum += static_cast<std::uint32_t>(time);
            return;
        }
        const std::scoped_lock lock(*mutex_);
        // An existing entry keeps its value: `sum` is kLong then, and no sum.
        long_.try_emplace(item, sum).first->second += time;
        sum = kLong;
    }

private:
    static constexpr std::uint32_t kLong = 0xffffffffu; // 4.3 s: the sum is in `long_`

    HugeArray<std::uint32_t> sums_;
    std::unordered_map<std::uint32_t, TimeNs> long_;
    std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
};

// A kernel, copy or set.
struct DeviceWork {
    static constexpr std::uint32_t kNoOperator = 0xffffffffu;
    SliceId slice;
    SliceId launch;                 // the call that launched it; none if the trace has no link
    std::uint32_t op = kNoOperator; // index in the forest
    friend constexpr bool operator==(const DeviceWork&, const DeviceWork&) = default;
};

// Immutable; any thread. 12 bytes per operator, and 16 more if any work was launched. 4 bytes if a thread only called
// operators: see Run.
class OperatorForest {
public:
    static constexpr std::uint32_t kNone = 0xffffffffu;

    // Nothing if asked to stop. O(slices + links log links), on two threads if there are several tracks.
    static std::shared_ptr<const OperatorForest> build(std::shared_ptr<const Trace> trace,
                                                       const std::stop_token& stop = {});

    // Consecutive operators of one lane: sorted by start, never overlapping. Many lanes are plain: they and all lanes
    // above them in the segment hold operators only, each called by the slice around it. Their data is read from the
    // segment.
    struct Run {
        std::uint32_t segment = 0;
        std::uint32_t first = 0; // operators [first, end)
        std::uint32_t end = 0;
        std::uint32_t firstSlice = 0; // first slice of the segment
        std::uint32_t base = kNone;   // if plain: the operator that is slice 0 of the segment; else none
        std::uint32_t outer =
            kNone; // if plain: the caller of operators whose caller is in an earlier segment
        [[nodiscard]] bool isPlain() const { return base != kNone; }
    };

    [[nodiscard]] const Trace& trace() const { return *trace_; }
    [[nodiscard]] std::shared_ptr<const Trace> sharedTrace() const { return trace_; }
    [[nodiscard]] std::uint32_t size() const { return runs_.empty() ? 0 : runs_.back().end; }

    // For loops over runs: O(1). `op` must belong to the run.
    [[nodiscard]] std::uint32_t position(const Run& run, std::uint32_t op) const { // in the run's segment
        return run.isPlain() ? op - run.base : stored_[op] - 1 - run.firstSlice;
    }
    [[nodiscard]] std::uint32_t parent(const Run& run, std::uint32_t op) const { // or kNone
        return run.isPlain() ? plainParent(run, op) : parents_[op];
    }
    // Duration minus self time: time of direct children, and of earlier calls that overlap it.
    [[nodiscard]] TimeNs childTime(std::uint32_t op) const { return childTime_[op]; }

    // For single operators: O(1), or O(log runs) if runs are plain.
    [[nodiscard]] SliceId slice(std::uint32_t op) const { // ascending
        return stored_[op] != 0 ? SliceId(stored_[op] - 1) : plainSlice(op);
    }
    [[nodiscard]] std::uint32_t parent(std::uint32_t op) const {
        return stored_[op] != 0 ? parents_[op] : plainParent(runOf(op), op);
    }
    [[nodiscard]] TimeNs selfTime(std::uint32_t op) const; // O(log segments)

    // Device time of work that this operator launched itself; totalDevice() also of all operators below it. O(1).
    [[nodiscard]] TimeNs selfDevice(std::uint32_t op) const {
        return selfDevice_.empty() ? 0 : selfDevice_[op];
    }
    [[nodiscard]] TimeNs totalDevice(std::uint32_t op) const {
        return totalDevice_.empty() ? 0 : totalDevice_[op];
    }
    [[nodiscard]] std::optional<std::uint32_t> indexOf(SliceId slice) const; // O(log operators)

    [[nodiscard]] std::span<const Run> runs() const { return runs_; }
    // The operators, each after its caller. Equal to runs() except in segments in which slices overlap: there an operator
    // may be on a lane above its caller's, and runs come in pieces.
    [[nodiscard]] std::span<const Run> callersFirst() const { return pieces_.empty() ? runs_ : pieces_; }
    // Operators of a run that start in [range.begin, range.end). O(log).
    [[nodiscard]] Run within(const Run& run, TimeRange range) const;
    // The operators that start in `range` (nothing: all), callers first, divided among as many threads as pay. Shares are
    // about equal in size and follow each other.
    [[nodiscard]] std::vector<std::vector<Run>> shares(const std::optional<TimeRange>& range) const;
    [[nodiscard]] const Segment& segmentOf(const Run& run) const { return *trace_->segments()[run.segment]; }

    [[nodiscard]] std::span<const DeviceWork> deviceWork() const { return work_; } // by slice
    [[nodiscard]] const DeviceWork* workOf(SliceId kernel) const;                  // O(log)

private:
    class Builder;

    OperatorForest() = default;
    // `isUnordered`: true if the segment of a run has an operator that is numbered before its caller.
    void orderCallersFirst(const std::function<bool(const Run& run)>& isUnordered);
    void addUpWork();                                       // sums device times; called last
    [[nodiscard]] const Run& runOf(std::uint32_t op) const; // O(log runs)
    [[nodiscard]] SliceId plainSlice(std::uint32_t op) const;
    [[nodiscard]] std::uint32_t plainParent(const Run& run, std::uint32_t op) const {
        const SliceId outer = segmentOf(run).parent[op - run.base];
        if (!outer.valid()) {
            return kNone;
        }
        return outer.value < run.firstSlice ? run.outer : run.base + (outer.value - run.firstSlice);
    }
    // The first operator of a run for which `before(position in the segment)` is false. O(log).
    template<class Before>
    [[nodiscard]] std::uint32_t firstNot(const Run& run, const Before& before) const;

    std::shared_ptr<const Trace> trace_;
    std::vector<Run> runs_;
    std::vector<Run> pieces_; // see callersFirst(); none if runs_ are in that order
    // Memory that is never touched costs nothing: for plain runs both keep their initial zeros.
    HugeArray<std::uint32_t> stored_; // slice, plus one
    HugeArray<std::uint32_t> parents_;
    ShortTimes childTime_;
    UnwrittenVector<TimeNs> selfDevice_;
    UnwrittenVector<TimeNs> totalDevice_;
    std::vector<DeviceWork> work_;
};

} // namespace lanes
