// A call tree made ready to be drawn: its children by weight, and the bounded lists of boxes that a width shows.
#pragma once

#include "model/analysis/flame/FlameTree.h"
#include "views/shared/flame/FlameBars.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

// Immutable; any thread. Making one is O(nodes log nodes).
struct FlameScene {
    std::shared_ptr<const FlameTree> tree;
    FlameWeight weight = FlameWeight::CpuTime;
    ChildLists children; // heaviest first

    [[nodiscard]] static std::shared_ptr<const FlameScene> of(std::shared_ptr<const FlameTree> tree,
                                                              FlameWeight weight);
    [[nodiscard]] std::int64_t weightOf(std::uint32_t node) const {
        return tree->nodes()[node].total[static_cast<std::size_t>(weight)];
    }
    // The node below which the first real choice is: all above it have one child that holds everything.
    [[nodiscard]] std::uint32_t firstFork() const;
    // Names from the root to a node, without the root's; and the node with such a path, or the deepest on the way.
    [[nodiscard]] std::vector<std::string> pathOf(std::uint32_t node) const;
    [[nodiscard]] std::uint32_t find(const std::vector<std::string>& path) const;
};

// The boxes of a scene: see FlameBars.h. O(boxes).
[[nodiscard]] std::vector<FlameBar> layoutFlame(const FlameScene& scene, std::uint32_t root, double width,
                                                double least);

// "12.35 ms", "120 calls", "1.4 GiB".
[[nodiscard]] QString weightText(FlameWeight weight, std::int64_t value);

} // namespace lanes
