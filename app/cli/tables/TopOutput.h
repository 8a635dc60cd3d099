// What `lanescope overview --top` adds: what took most, the highest memory, and how busy each row was.
#pragma once

#include "model/analysis/time/OverviewNumbers.h"
#include "model/lod/RangeSummary.h"
#include "model/trace/args/JsonWriter.h"

#include <string>

namespace lanes::cli {

struct TopFigures {
    OverviewNumbers numbers;
    RangeRows rows;
};

// Of `part`, or the whole session; at most `most` operators and kernels, all for 0.
[[nodiscard]] TopFigures topFigures(TraceAnalyses& analyses, std::optional<TimeRange> part, std::size_t most);

// Its members, into the open object.
void writeTops(JsonWriter& json, const Trace& trace, const TopFigures& tops);
// Tables for people; as CSV the operators and kernels alone.
[[nodiscard]] std::string topTables(const Trace& trace, const TopFigures& tops, bool csv);

} // namespace lanes::cli
