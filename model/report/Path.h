// Sums of the critical path by name, kind, module or line.
#pragma once

#include "model/analysis/path/PathRows.h"
#include "model/report/Answers.h"

namespace lanes::report {

// The path through a range, and the origins of its events.
struct FoundPath {
    std::shared_ptr<const PathGraph> graph;
    std::shared_ptr<const PathOrigins> origins;
    CriticalPath path;
};

// The text for a kind of the path that people read.
[[nodiscard]] Word pathKindWord(PathKind kind);
[[nodiscard]] Hue pathKindHue(PathKind kind);

// `rows` are those of pathRows() by `by`. Both may be null: the table then has columns only.
[[nodiscard]] Table pathTable(std::shared_ptr<const FoundPath> found,
                              std::shared_ptr<const std::vector<PathRow>> rows, PathBy by);

// The registry's answer.
[[nodiscard]] std::optional<Table> path(TraceAnalyses& analyses, const Asked& asked,
                                        const std::stop_token& stop);

} // namespace lanes::report
