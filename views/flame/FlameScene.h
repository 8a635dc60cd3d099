// A call tree prepared for drawing: its children by weight, and bounded lists of boxes for a given width.
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

// Immutable; any thread. Construction is O(nodes log nodes).
struct FlameScene {
    std::shared_ptr<const FlameTree> tree;
    FlameWeight weight = FlameWeight::CpuTime;
    ChildLists children; // heaviest first

    [[nodiscard]] static std::shared_ptr<const FlameScene> of(std::shared_ptr<const FlameTree> tree,
                                                              FlameWeight weight);
    [[nodiscard]] std::int64_t weightOf(std::uint32_t node) const {
        return tree->nodes()[node].total[static_cast<std::size_t>(weight)];
    }
    // Returns the first node with a real choice below it: each node above has one child that contains everything.
    [[nodiscard]] std::uint32_t firstFork() const;
    // pathOf(): the names from the root to a node, without the root's. find(): the node with such a path, or the deepest node
    // on the way.
    [[nodiscard]] std::vector<std::string> pathOf(std::uint32_t node) const;
    [[nodiscard]] std::uint32_t find(const std::vector<std::string>& path) const;
};

// Returns the boxes of a scene: see FlameBars.h. O(boxes).
[[nodiscard]] std::vector<FlameBar> layoutFlame(const FlameScene& scene, std::uint32_t root, double width,
                                                double least);

// "12.35 ms", "120 calls", "1.4 GiB".
[[nodiscard]] QString weightText(FlameWeight weight, std::int64_t value);
// The same of a tree, which may be of a profile and weigh by something else: "12 samples".
[[nodiscard]] QString weightText(const FlameTree& tree, FlameWeight weight, std::int64_t value);

} // namespace lanes
