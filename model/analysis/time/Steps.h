// The steps (iterations) of a session: the unit in which training is thought about.
#pragma once

#include "model/trace/Trace.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lanes {

struct Step {
    std::string label;       // what the step row writes: "Step 6", "3"
    std::int64_t number = 0; // what `--step N` means: N of ProfilerStep#N, else counted from 1
    TimeRange range;
    TrackId track;          // thread that went through the step
    SliceId slice;          // the range that is the step or begins it
    std::int64_t rank = -1; // whose it is; -1: of no rank
    bool ended = true;      // false: the recording ends within it
};

// The steps of a session, rank by rank: ranks go through theirs at the same time. Immutable; any thread.
class SessionSteps {
public:
    SessionSteps() = default;
    explicit SessionSteps(std::vector<Step> steps); // by rank, then time

    [[nodiscard]] const std::vector<Step>& all() const { return steps_; } // by rank, then time
    // Those of one rank, in time order; they may leave gaps. O(log steps).
    [[nodiscard]] std::span<const Step> of(std::int64_t rank) const;
    // Those of the lowest rank: what one row can show.
    [[nodiscard]] std::span<const Step> first() const;
    // The step of a rank that covers `t`, or nullptr. O(log steps).
    [[nodiscard]] const Step* at(std::int64_t rank, TimeNs t) const;
    // From the first begin to the last end of every rank's step of that number; nothing if there is none. O(steps).
    [[nodiscard]] std::optional<TimeRange> numbered(std::int64_t number) const;
    // "Step 6"; where several ranks have steps "Step 6 (rank 1)".
    [[nodiscard]] std::string nameOf(const Step& step) const;
    [[nodiscard]] bool empty() const { return steps_.empty(); }

private:
    std::vector<Step> steps_;
};

// Those of each rank from one thread (the one with most of them). By the first of these rules that finds any:
//  1 two or more user ranges "ProfilerStep#N": each is a step;
//  2 two or more fetches of a DataLoader ("enumerate(DataLoader)#..."): from one fetch to the next;
//  3 one "ProfilerStep#N";
//  4 two or more "Optimizer.step#...": from the end of one to the end of the next.
// Fetches or optimizer steps within one another count once, and steps that the recording was paused in not at all. O(slices), one pass over names; any thread.
[[nodiscard]] SessionSteps findSteps(const Trace& trace);

// The step that covers `t` of those in time order, or nullptr. O(log steps).
[[nodiscard]] const Step* stepAt(std::span<const Step> steps, TimeNs t);

} // namespace lanes
