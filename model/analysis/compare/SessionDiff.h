// The difference between two sessions, or two parts of sessions: a table that sums exactly to the difference of the
// totals. Rows have a verdict if the runs' own variance allows one.
//
// Steps are the samples. A row is slower or faster if its means per step differ by more than 1 %, and by more than
// chance: at most one table in a hundred has such a row by chance (corrected for the number of rows). Steps are compared
// one by one if both sides' steps do the same work (pairedSteps). Otherwise means are compared, with regard to noise that
// carries over from step to step (NoiseModel). Steps that are not steady count in every total, but are no samples
// (SampledSteps). If a side has several runs that differ by more than their steps explain, the runs are the samples.
// docs/statistics.md has the sources.
#pragma once

#include "model/analysis/compare/SideDifferences.h"
#include "model/analysis/compare/SideTally.h"
#include "model/analysis/compare/SteadyChange.h"
#include "model/trace/Profile.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

[[nodiscard]] std::string_view diffStatusKey(DiffStatus status); // "slower"

struct DiffRow {
    std::string name; // name in A, if A has it
    std::int64_t callsA = 0;
    std::int64_t callsB = 0;
    TimeNs timeA = 0;
    TimeNs timeB = 0;
    std::optional<TimeNs> low; // bounds of the difference at 95 %; nothing with too few steps
    std::optional<TimeNs> high;
    // The difference of the means per usual step, which decides the status. Totals of different numbers of steps differ
    // without a change.
    struct PerStep {
        TimeNs delta = 0;
        TimeNs low = 0;
        TimeNs high = 0;
    };
    std::optional<PerStep> perStep; // nothing with too few steps
    DiffStatus status = DiffStatus::Unknown;
    SliceId longestA; // its longest call on either side; none if it has none
    SliceId longestB;

    [[nodiscard]] TimeNs delta() const { return timeB - timeA; }
};

struct SessionDiff {
    TimeNs timeA = 0;
    TimeNs timeB = 0;
    std::int64_t stepsA = 0;
    std::int64_t stepsB = 0;
    std::int64_t runsA = 1; // number of sessions of the side
    std::int64_t runsB = 1;
    bool comparable = true;
    std::string why; // reason why they are not comparable, or why verdicts are withheld
    std::vector<SideDifference> differences; // beside the program: devices, versions, shapes
    std::vector<DiffRow> rows;               // largest difference first
    std::optional<SteadyChange> steady;      // nothing if a side has no steady step
    // For profiles without times: the metric in which all "times" are. Their rows are functions.
    std::optional<ProfileMetric> metric;
};

struct DiffPart {
    TraceAnalyses& analyses;
    std::optional<TimeRange> range; // nothing: all of it
};

struct DiffSide {
    TraceAnalyses& analyses;
    std::optional<TimeRange> range; // nothing: all of it
    // Further sessions of this side: their times add up, and their steps are samples like the first one's. Rows link only
    // to calls of the first.
    std::vector<DiffPart> more;
};

// Names that both sides have are one row; then names that are equal except for template arguments, addresses and tile
// sizes. Nothing if asked to stop. O(operators log rows).
[[nodiscard]] std::optional<SessionDiff> diffOf(const DiffSide& a, const DiffSide& b, DiffBy by,
                                                const std::stop_token& stop = {});

} // namespace lanes
