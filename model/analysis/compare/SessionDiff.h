// What got slower from one session to another, or from one part of a session to another: a table of differences that sums
// exactly to the difference of the totals, with a verdict where the runs' own variance allows one.
//
// Steps are the samples. A row is slower or faster if its means per step differ by more than chance would have it in one
// table of a hundred (corrected for the number of rows), and by more than 1 %: step by step where both sides' steps are of the
// same work (pairedSteps), else mean by mean, with regard to noise that carries over from step to step (NoiseModel). Steps that are
// not steady count in every total, and are no samples (SampledSteps). Where a side is several runs that
// differ by more than their steps make them, the runs are what varies. docs/statistics.md has the sources.
#pragma once

#include "model/analysis/compare/SideTally.h"
#include "model/analysis/compare/SteadyChange.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

[[nodiscard]] std::string_view diffStatusKey(DiffStatus status); // "slower"

struct DiffRow {
    std::string name; // as A has it, where it has it
    std::int64_t callsA = 0;
    std::int64_t callsB = 0;
    TimeNs timeA = 0;
    TimeNs timeB = 0;
    std::optional<TimeNs> low; // bounds of the difference at 95 %; nothing with too few steps
    std::optional<TimeNs> high;
    // The same of the means per usual step, on which the status is: totals of other numbers of steps differ without a change.
    struct PerStep {
        TimeNs delta = 0;
        TimeNs low = 0;
        TimeNs high = 0;
    };
    std::optional<PerStep> perStep; // nothing with too few steps
    DiffStatus status = DiffStatus::Unknown;
    SliceId longestA; // its longest call on either side; none where there is none
    SliceId longestB;

    [[nodiscard]] TimeNs delta() const { return timeB - timeA; }
};

struct SessionDiff {
    TimeNs timeA = 0;
    TimeNs timeB = 0;
    std::int64_t stepsA = 0;
    std::int64_t stepsB = 0;
    std::int64_t runsA = 1; // sessions that the side is
    std::int64_t runsB = 1;
    bool comparable = true;
    std::string why;                    // why not; or what keeps verdicts back
    std::vector<DiffRow> rows;          // largest difference first
    std::optional<SteadyChange> steady; // nothing where a side has no steady step
};

struct DiffPart {
    TraceAnalyses& analyses;
    std::optional<TimeRange> range; // nothing: all of it
};

struct DiffSide {
    TraceAnalyses& analyses;
    std::optional<TimeRange> range; // nothing: all of it
    // Further sessions that are this side, too: their times add up, and their steps are samples like the first one's. Rows
    // lead to calls of the first alone.
    std::vector<DiffPart> more;
};

// Names that both have are one row, then those that are the same but for template arguments, addresses and sizes of tiles.
// Nothing if asked to stop. O(operators log rows).
[[nodiscard]] std::optional<SessionDiff> diffOf(const DiffSide& a, const DiffSide& b, DiffBy by,
                                                const std::stop_token& stop = {});

} // namespace lanes
