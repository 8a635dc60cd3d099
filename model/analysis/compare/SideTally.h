// One side of a comparison: what each name took, as a whole and step by step.
#pragma once

#include "model/analysis/TraceAnalyses.h"
#include "model/analysis/compare/SampledSteps.h"

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lanes {

enum class DiffBy : std::uint8_t { Name, Shapes, Kernel, Module, Stack, Step, Category };

// What one step took of a row.
struct StepTime {
    std::int64_t step = 0; // as the side's SampledSteps count them
    TimeNs time = 0;
};

struct TallyRow {
    std::int64_t calls = 0;
    TimeNs time = 0;
    std::vector<StepTime> steps; // those that lie in the range whole and have a call, in order
    SliceId longest;             // of its calls; none where it is not of slices
    TimeNs longestTime = -1;
};

struct SideTally {
    std::map<std::string, TallyRow> rows; // by name
    TimeNs time = 0;                      // of all rows
    SampledSteps steps;
    std::int64_t stepCount = 0; // of those in the table; by step the rows
    std::int64_t runs = 1;      // sessions that it is of
    bool hasGroups = false;     // some call has its shapes, stack or module recorded, whichever it is by
};

// What a row took in every step, and which of them are usual for it. O(steps).
struct RowSamples {
    std::vector<double> values;
    std::vector<bool> usual;
};
[[nodiscard]] RowSamples samplesOf(const TallyRow& row, const SampledSteps& steps);

// The row of what each step took.
[[nodiscard]] TallyRow rowOfSteps(const std::vector<double>& steps);

// Operators and ranges by self time; kernels by device time, each in the step of its launch; steps by their length. What
// starts in `range` (nothing: everywhere) counts whole. Kernels in `folded` are a row of the name that stands there. Nothing if
// asked to stop. O(operators log rows), or of kernels.
[[nodiscard]] std::optional<SideTally> tallyOf(TraceAnalyses& analyses, DiffBy by,
                                               std::optional<TimeRange> range,
                                               const std::stop_token& stop = {},
                                               const std::map<std::string, std::string>& folded = {});

// As torch has them in its tables: steps without their number, operators without the overload that some versions add.
[[nodiscard]] std::string tableName(std::string name);

} // namespace lanes
