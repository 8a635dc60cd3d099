// Who called whom among operators and user ranges, and what they launched: computed once per trace, then any
// range or grouping is a sweep over columns.
//
// One tree per thread. Nodes are operators (cpu_op) and user ranges; a child belongs to the innermost of them open
// at its start, whatever Python functions or runtime calls lie between. Self time is without the direct
// children, each cut at its parent's end. A kernel, copy or set belongs to the innermost operator (not a range)
// open on the launching thread when the launching call starts; its time also counts in every ancestor's total.
#pragma once

#include "model/base/HugeVector.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace lanes {

// A kernel, copy or set.
struct DeviceWork {
    static constexpr std::uint32_t kNoOperator = 0xffffffffu;
    SliceId slice;
    SliceId launch;                 // the call that launched it; none if the trace has no link
    std::uint32_t op = kNoOperator; // index in the forest
    friend constexpr bool operator==(const DeviceWork&, const DeviceWork&) = default;
};

// Immutable; any thread. 17 bytes per operator, and 16 more if anything was launched.
class OperatorForest {
public:
    static constexpr std::uint32_t kNone = 0xffffffffu;

    // Nothing if asked to stop. O(slices + links log links), on two threads if there are several tracks.
    static std::shared_ptr<const OperatorForest> build(std::shared_ptr<const Trace> trace,
                                                       const std::stop_token& stop = {});

    // Consecutive operators of one lane: sorted by start, never overlapping.
    struct Run {
        std::uint32_t segment = 0;
        std::uint32_t first = 0; // operators [first, end)
        std::uint32_t end = 0;
    };

    [[nodiscard]] const Trace& trace() const { return *trace_; }
    [[nodiscard]] std::shared_ptr<const Trace> sharedTrace() const { return trace_; }
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(slices_.size()); }
    [[nodiscard]] SliceId slice(std::uint32_t op) const { return slices_[op]; }         // ascending
    [[nodiscard]] std::uint32_t parent(std::uint32_t op) const { return parents_[op]; } // < op, or kNone
    [[nodiscard]] TimeNs selfTime(std::uint32_t op) const { return self_[op]; }
    // Device time of what this operator launched itself, and with all below it.
    [[nodiscard]] TimeNs selfDevice(std::uint32_t op) const {
        return selfDevice_.empty() ? 0 : selfDevice_[op];
    }
    [[nodiscard]] TimeNs totalDevice(std::uint32_t op) const {
        return totalDevice_.empty() ? 0 : totalDevice_[op];
    }
    [[nodiscard]] std::optional<std::uint32_t> indexOf(SliceId slice) const; // O(log operators)
    // The innermost operator or range of `track` open at `t`. O(depths log operators).
    [[nodiscard]] std::uint32_t innermostAt(TrackId track, TimeNs t) const;

    [[nodiscard]] std::span<const Run> runs() const { return runs_; }
    // Operators of a run that start in [range.begin, range.end). O(log).
    [[nodiscard]] Run within(const Run& run, TimeRange range) const;
    // The operators that start in `range` (nothing: all) in the order of runs, shared out among as many threads as that is
    // worth: shares are of about the same size, one behind the other.
    [[nodiscard]] std::vector<std::vector<Run>> shares(const std::optional<TimeRange>& range) const;
    [[nodiscard]] const Segment& segmentOf(const Run& run) const { return *trace_->segments()[run.segment]; }

    [[nodiscard]] std::span<const DeviceWork> deviceWork() const { return work_; } // by slice
    [[nodiscard]] const DeviceWork* workOf(SliceId kernel) const;                  // O(log)

private:
    OperatorForest() = default;
    using Enclosing = UnwrittenVector<std::uint32_t>; // slice -> the node at or around it

    // A lane of a segment, and which number its first node gets.
    struct Lane {
        std::uint32_t segment = 0;
        std::uint32_t depth = 0;
        std::uint32_t first = 0;
    };
    using Lanes = std::vector<Lane>; // of one track, in order

    [[nodiscard]] std::vector<Lanes> numberNodes();
    bool collectOperators(const std::stop_token& stop, Enclosing& enclosing);
    bool collectLane(const Lane& lane, const std::stop_token& stop, Enclosing& enclosing);
    void openAtStartOf(const Segment& segment, SliceId outer, std::uint32_t op, Enclosing& enclosing);
    bool collectWork(const std::stop_token& stop, const Enclosing& enclosing);
    void attributeWork();
    [[nodiscard]] TimeNs endOf(std::uint32_t op, const Segment& near) const;
    [[nodiscard]] std::uint32_t openAt(std::uint32_t op, TimeNs t, const Segment& near,
                                       bool operatorsOnly) const;

    std::shared_ptr<const Trace> trace_;
    UnwrittenVector<SliceId> slices_;
    UnwrittenVector<std::uint32_t> parents_;
    UnwrittenVector<TimeNs> self_;
    UnwrittenVector<TimeNs> selfDevice_;
    UnwrittenVector<TimeNs> totalDevice_;
    UnwrittenVector<std::uint8_t> isOperator_; // 1, or 0 for a range
    std::vector<Run> runs_;
    std::vector<DeviceWork> work_;
};

} // namespace lanes
