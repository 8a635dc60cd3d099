// The steps (iterations) of a session, the usual unit of training.
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
    Warmup,     // leading, and slow compared with later steps
    Compile,    // slow, with at least a quarter of the time in compilers
    Evaluation, // no backward while others train, or more operators than usual before the training
    Stub,       // under half of the usual operators and time: cut by the begin or end of the recording
    Hiccup,     // rare, three times as long as usual
};
[[nodiscard]] std::string_view stepKindKey(StepKind kind); // "steady"

// The steady steps of a rank. If there are several phases, those of the phase with most of them; of equal phases the
// later one.
struct SteadySteps {
    TimeRange range; // from the first to the last
    std::int64_t steps = 0;
    TimeNs median = 0;
    TimeNs mean = 0;
    TimeNs p95 = 0; // nearest rank
};

struct Step {
    std::string label;       // text in the step row: "Step 6", "3"
    std::int64_t number = 0; // the N of `--step N`: that of ProfilerStep#N, else counted from 1
    TimeRange range;
    TrackId track;          // thread of the step
    SliceId slice;          // the step's own range, or one that begins it
    std::int64_t rank = -1; // -1: no rank
    bool ended = true;      // false: the recording ends within it
    StepKind kind = StepKind::Steady;
    std::string why; // reason for its kind; empty for steady ones
};

// The steps of a session, rank by rank: ranks run their steps at the same time. Immutable; any thread.
class SessionSteps {
public:
    SessionSteps() = default;
    explicit SessionSteps(std::vector<Step> steps, // by rank, then time
                          std::map<std::int64_t, SteadySteps> steady = {});

    [[nodiscard]] const std::vector<Step>& all() const { return steps_; } // by rank, then time
    // The steps of one rank, in time order; there may be gaps between them. O(log steps).
    [[nodiscard]] std::span<const Step> of(std::int64_t rank) const;
    // The steps of the lowest rank, as one row can show only one rank.
    [[nodiscard]] std::span<const Step> first() const;
    // The step of a rank that covers `t`, or nullptr. O(log steps).
    [[nodiscard]] const Step* at(std::int64_t rank, TimeNs t) const;
    // From the first begin to the last end of every rank's step of that number; nothing if there is none. O(steps).
    [[nodiscard]] std::optional<TimeRange> numbered(std::int64_t number) const;
    // "Step 6"; where several ranks have steps "Step 6 (rank 1)".
    [[nodiscard]] std::string nameOf(const Step& step) const;
    // The steady steps of a rank; null if it has none. O(log ranks).
    [[nodiscard]] const SteadySteps* steady(std::int64_t rank) const;
    // True if the step is one of those that steady() covers. O(log ranks).
    [[nodiscard]] bool isSteady(const Step& step) const;
    // The range around the steady steps of all ranks; nothing without one.
    [[nodiscard]] std::optional<TimeRange> steadyRange() const;
    [[nodiscard]] bool empty() const { return steps_.empty(); }

private:
    std::vector<Step> steps_;
    std::map<std::int64_t, SteadySteps> steady_; // by rank
};

// Finds the steps of each rank, from one of its threads. StepBoundaries.h has the rules of their boundaries, StepKinds.h
// of their kinds. Steps with a pause of the recording are left out. O(slices log slices); any thread. No steps if asked
// to stop.
[[nodiscard]] SessionSteps findSteps(const Trace& trace, const std::stop_token& stop = {});

// The step that covers `t`; `steps` are in time order. nullptr if none. O(log steps).
[[nodiscard]] const Step* stepAt(std::span<const Step> steps, TimeNs t);

} // namespace lanes
