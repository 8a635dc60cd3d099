// The boxes of a flame graph, and what stands in them.
#pragma once

#include "model/base/ChildLists.h"
#include "model/trace/Trace.h"

#include <QString>

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace lanes {

// One box: node of a tree, or slice of a chart. Lengths in px.
struct FlameBar {
    std::uint32_t item = 0;
    int row = 0;
    double x = 0;
    double width = 0;
};

// `root` fills `width` in row 0, what it calls stands in the rows below: `children` of each node, the heaviest first. Boxes
// narrower than `least` are left out, with all that is below them. O(boxes).
[[nodiscard]] std::vector<FlameBar> layoutFlame(const ChildLists& children,
                                                const std::function<std::int64_t(std::uint32_t)>& weightOf,
                                                std::uint32_t root, double width, double least);

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
