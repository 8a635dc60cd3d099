// Makes the graph of dependencies of a job from the traces of its ranks, on the first trace's clock.
#pragma once

#include "model/analysis/path/PathGraph.h"
#include "model/analysis/ranks/JobRanks.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lanes {

struct JobPath {
    std::shared_ptr<const PathGraph> graph;
    std::optional<Error> refusal;   // reason why the files are no job; the graph is null then
    std::vector<std::string> apart; // files whose clocks are not known, and which are left out of the graph
};

// `files` are the names of the traces. The graph is null if asked to stop. O(slices).
[[nodiscard]] JobPath jobPathOf(const std::vector<std::shared_ptr<const Trace>>& traces,
                                const std::vector<std::string>& files, const std::stop_token& stop = {});

} // namespace lanes
