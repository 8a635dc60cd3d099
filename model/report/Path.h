// The critical path summed up: how long it went through each name, kind, module or line.
#pragma once

#include "model/analysis/path/PathRows.h"
#include "model/report/Answers.h"

namespace lanes::report {

// The path through a range, and where its events come from.
struct FoundPath {
    std::shared_ptr<const PathGraph> graph;
    std::shared_ptr<const PathOrigins> origins;
    CriticalPath path;
};

// What people read for a kind of the path.
[[nodiscard]] Word pathKindWord(PathKind kind);
[[nodiscard]] Hue pathKindHue(PathKind kind);

// `rows` are those of pathRows() by `by`. Both may be null: a table without rows, for its columns.
[[nodiscard]] Table pathTable(std::shared_ptr<const FoundPath> found,
                              std::shared_ptr<const std::vector<PathRow>> rows, PathBy by);

// The answer of the registry.
[[nodiscard]] std::optional<Table> path(TraceAnalyses& analyses, const Asked& asked,
                                        const std::stop_token& stop);

} // namespace lanes::report
