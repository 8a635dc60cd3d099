// Two profiles without times side by side. They have no steps, so nothing tells a change from chance.
#pragma once

#include "model/analysis/compare/SessionDiff.h"

#include <optional>
#include <stop_token>

namespace lanes {

// Compares two sides; at least one must be a profile. Rows are functions with their own weight. Nothing if asked to stop.
[[nodiscard]] std::optional<SessionDiff> profileDiffOf(const DiffSide& a, const DiffSide& b, DiffBy by,
                                                       const std::stop_token& stop);

} // namespace lanes
