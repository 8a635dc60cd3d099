// CUDA and HIP graphs, node by node and replay by replay.
#pragma once

#include "model/analysis/device/GraphReplays.h"
#include "model/report/Table.h"

#include <stop_token>

namespace lanes::report {

// A row for each node that ran, with its times over the replays that begin in the query's range. A filter is asked about the
// node's longest run. Nothing if asked to stop.
[[nodiscard]] std::optional<Table> graphNodes(const std::shared_ptr<const KernelData>& data,
                                              const KernelQuery& query, const std::stop_token& stop = {});
// A row for each replay that begins in the range. A filter is asked about the call that launched it.
[[nodiscard]] std::optional<Table> graphReplays(const std::shared_ptr<const KernelData>& data,
                                                const KernelQuery& query, const std::stop_token& stop = {});

} // namespace lanes::report
