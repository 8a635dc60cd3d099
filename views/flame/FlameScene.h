// A call tree made ready to be drawn: its children by weight, and the bounded lists of boxes that a width shows.
#pragma once

#include "model/analysis/flame/FlameTree.h"

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
    std::vector<std::vector<std::uint32_t>> children; // heaviest first

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

// One box: node of a scene, or slice of a chart. Lengths in px.
struct FlameBar {
    std::uint32_t item = 0;
    int row = 0;
    double x = 0;
    double width = 0;
};

// `root` fills `width` in row 0, what it calls stands in the rows below. Boxes narrower than `least` are left out, with
// all that is below them. O(boxes).
[[nodiscard]] std::vector<FlameBar> layoutFlame(const FlameScene& scene, std::uint32_t root, double width,
                                                double least);

// "12.35 ms", "120 calls", "1.4 GiB".
[[nodiscard]] QString weightText(FlameWeight weight, std::int64_t value);

// What a box says: "forward" and, quieter, "modeling.py:518".
struct FlameLabel {
    QString text;
    QString place;
    bool cutMiddle = false; // the end of the name matters as well
};
[[nodiscard]] FlameLabel flameLabel(EventKind kind, std::string_view name);
// The same cut down for a box of little room.
[[nodiscard]] QString shortLabel(EventKind kind, std::string_view name);

} // namespace lanes
