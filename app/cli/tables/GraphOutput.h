// The rows of `lanescope stats --by graph|replay`: CUDA graphs, node by node and replay by replay.
#pragma once

#include "app/cli/Analysis.h"
#include "model/analysis/device/GraphReplays.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanes::cli {

struct GraphRows {
    struct Row {
        std::string name;                 // of the kernel, or of the call that replayed; as recorded
        std::vector<std::int64_t> values; // one per column
    };
    std::span<const std::string_view> columns; // after "name"; times end in "_ns"
    std::vector<Row> rows;
};

// A node that ran, with its times over the replays that begin in the query's range; a filter is asked about its longest run.
[[nodiscard]] GraphRows nodeRows(const KernelData& data, const KernelQuery& query);
// A replay that begins in the range; a filter is asked about the call that launched it.
[[nodiscard]] GraphRows replayRows(const KernelData& data, const KernelQuery& query);

// As sortRows() of StatsOutput.h.
[[nodiscard]] bool sortRows(GraphRows& rows, std::string_view column);

// A table tells moments from `origin`; JSON and CSV as recorded.
[[nodiscard]] std::string graphOutput(const GraphRows& rows, TimeNs origin, OutputFormat format);

} // namespace lanes::cli
