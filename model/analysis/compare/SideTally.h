// One side of a comparison: the time of each name, in total and step by step.
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

// Threads whose operators count: those that a step waits for, or all. All threads tell whether two sides do the same work.
enum class OfThreads : std::uint8_t { Step, All };

// The time of a row in one step.
struct StepTime {
    std::int64_t step = 0; // index in the side's SampledSteps
    TimeNs time = 0;
};

struct TallyRow {
    std::int64_t calls = 0;
    TimeNs time = 0;
    std::vector<StepTime> steps; // steps that lie entirely in the range and have a call, in order
    SliceId longest;             // its longest call; none if the row has no slices
    TimeNs longestTime = -1;
};

struct SideTally {
    std::map<std::string, TallyRow> rows; // by name
    TimeNs time = 0;                      // of all rows
    SampledSteps steps;
    std::int64_t stepCount = 0; // steps in the table; by step the rows
    std::int64_t runs = 1;      // number of its sessions
    bool hasGroups = false;     // some call has its shapes, stack or module recorded, whatever the grouping
};

// The time of a row in every step, and the steps that are usual for it. O(steps).
struct RowSamples {
    std::vector<double> values;
    std::vector<bool> usual;
};
[[nodiscard]] RowSamples samplesOf(const TallyRow& row, const SampledSteps& steps);

// Makes the row from its time in each step.
[[nodiscard]] TallyRow rowOfSteps(const std::vector<double>& steps);

// Operators and ranges of `threads` count by self time; kernels by device time, each in the step of its launch; steps by
// their length. Calls that start in `range` (nothing: everywhere) count whole. Kernels in `folded` share a row of the name given there.
// Nothing if asked to stop. O(operators log rows), or of kernels.
[[nodiscard]] std::optional<SideTally>
tallyOf(TraceAnalyses& analyses, DiffBy by, std::optional<TimeRange> range, const std::stop_token& stop = {},
        const std::map<std::string, std::string>& folded = {}, OfThreads threads = OfThreads::Step);

// The name as in torch's tables: steps without their number, operators without the overload that some versions add.
[[nodiscard]] std::string tableName(std::string name);

} // namespace lanes
