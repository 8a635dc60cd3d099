// One side of a comparison: what each name took, as a whole and step by step.
#pragma once

#include "model/analysis/TraceAnalyses.h"

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>

namespace lanes {

enum class DiffBy : std::uint8_t { Name, Shapes, Kernel, Module, Stack, Step, Category };

struct TallyRow {
    std::int64_t calls = 0;
    TimeNs time = 0;
    // Over the steps that lie in the range whole and are usual; a step without a call adds 0 to both.
    double sum = 0;
    double squares = 0;
    std::int64_t leftOut = 0;  // steps that are not, by their length or by what they took of this row
    double leftOutSquares = 0; // of what those took
    double runSquares = 0;     // of the mean of each run that a side is, as often as it has samples
    SliceId longest;           // of its calls; none where it is not of slices
    TimeNs longestTime = -1;
};

struct SideTally {
    std::map<std::string, TallyRow> rows; // by name
    TimeNs time = 0;                      // of all rows
    std::int64_t steps = 0;
    std::int64_t leftOut = 0; // of those, by their length
    std::int64_t runs = 1;    // sessions that it is of
    bool hasShapes = false;   // some call of the session has its shapes recorded; by shapes only
};

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
