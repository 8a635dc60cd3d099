// From the traces of a job's ranks to their graph of dependencies, on the first one's clock.
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
    std::optional<Error> refusal;   // why the files are no job; the graph is null then
    std::vector<std::string> apart; // files whose clocks are not known: they are no part of the graph
};

// `files` name the traces. The graph is null if asked to stop. O(slices).
[[nodiscard]] JobPath jobPathOf(const std::vector<std::shared_ptr<const Trace>>& traces,
                                const std::vector<std::string>& files, const std::stop_token& stop = {});

} // namespace lanes
