// In what two sides differ beside their program: figures of other devices, versions or inputs are no effect of a change.
#pragma once

#include "model/analysis/compare/SideTally.h"
#include "model/trace/Trace.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

struct SideDifference {
    std::string_view key; // "devices", "torch", "python", "cuda_runtime", "cuda_driver", "shapes"
    std::string what;     // "Devices", "Input shapes of aten::mm"
    std::string a;        // what A has
    std::string b;

    [[nodiscard]] std::string sentence() const; // "Devices differ: H200 in A, A100 in B."
};

// Devices that did something, and versions, as far as both sides say them. A side is one session or several runs.
[[nodiscard]] std::vector<SideDifference> differencesOf(const std::vector<const Trace*>& a,
                                                        const std::vector<const Trace*>& b);

// The operator that took most time among those that have no shape in common; nothing where these took little of either side.
// Tallies are by shapes.
[[nodiscard]] std::optional<SideDifference> shapeDifference(const SideTally& a, const SideTally& b);

} // namespace lanes
