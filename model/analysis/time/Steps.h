// The steps (iterations) of a session: the unit in which training is thought about.
#pragma once

#include "model/trace/Trace.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

enum class StepKind : std::uint8_t {
    Steady,     // the rest
    Warmup,     // leading, and slow beside what follows
    Compile,    // slow, and compilers ran a quarter of it
    Evaluation, // no backward where others train, or more operators than usual before the training
    Stub,       // under half of the usual operators and time: the recording began or ended in it
    Hiccup,     // rarely, three times as long as usual
};
[[nodiscard]] std::string_view stepKindKey(StepKind kind); // "steady"

// The steady steps of a rank: of several phases the one with most of them, of equals the later one.
struct SteadySteps {
    TimeRange range; // from the first to the last
    std::int64_t steps = 0;
    TimeNs median = 0;
    TimeNs mean = 0;
    TimeNs p95 = 0; // the nearest rank
};

struct Step {
    std::string label;       // what the step row writes: "Step 6", "3"
    std::int64_t number = 0; // what `--step N` means: N of ProfilerStep#N, else counted from 1
    TimeRange range;
    TrackId track;          // thread that went through the step
    SliceId slice;          // the range that is the step or begins it
    std::int64_t rank = -1; // whose it is; -1: of no rank
    bool ended = true;      // false: the recording ends within it
    StepKind kind = StepKind::Steady;
    std::string why; // it is of that kind; empty of steady ones
};

// The steps of a session, rank by rank: ranks go through theirs at the same time. Immutable; any thread.
class SessionSteps {
public:
    SessionSteps() = default;
    explicit SessionSteps(std::vector<Step> steps, // by rank, then time
                          std::map<std::int64_t, SteadySteps> steady = {});

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
    // The steady steps of a rank; null where it has none. O(log ranks).
    [[nodiscard]] const SteadySteps* steady(std::int64_t rank) const;
    // Whether it is one of those that the figures of steady() are of. O(log ranks).
    [[nodiscard]] bool isSteady(const Step& step) const;
    // Around the steady steps of all ranks; nothing without one.
    [[nodiscard]] std::optional<TimeRange> steadyRange() const;
    [[nodiscard]] bool empty() const { return steps_.empty(); }

private:
    std::vector<Step> steps_;
    std::map<std::int64_t, SteadySteps> steady_; // by rank
};

// Those of each rank from one thread: see StepBoundaries.h for where they begin and end, StepKinds.h for what they are. Steps that
// the recording was paused in are left out. O(slices log slices); any thread.
// No steps where it was asked to stop.
[[nodiscard]] SessionSteps findSteps(const Trace& trace, const std::stop_token& stop = {});

// The step that covers `t` of those in time order, or nullptr. O(log steps).
[[nodiscard]] const Step* stepAt(std::span<const Step> steps, TimeNs t);

} // namespace lanes
