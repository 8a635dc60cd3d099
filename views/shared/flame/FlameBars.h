// The boxes of a flame graph and the labels in them.
#pragma once

#include "model/base/ChildLists.h"
#include "model/trace/Trace.h"

#include <QString>

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace lanes {

// One box: a node of a call tree or a slice of a chart. Lengths in px.
struct FlameBar {
    std::uint32_t item = 0;
    int row = 0;
    double x = 0;
    double width = 0;
};

// `root` fills `width` in row 0; its callees stand in the rows below. `children` lists those of each node, the heaviest first.
// A box narrower than `least` is left out with all boxes below it. O(boxes).
[[nodiscard]] std::vector<FlameBar> layoutFlame(const ChildLists& children,
                                                const std::function<std::int64_t(std::uint32_t)>& weightOf,
                                                std::uint32_t root, double width, double least);

// The label of a box: "forward" and, quieter, its place "modeling.py:518".
struct FlameLabel {
    QString text;
    QString place;
    // True: a label that is too long is cut in its middle, because the end of the name matters as well.
    bool cutMiddle = false;
};
[[nodiscard]] FlameLabel flameLabel(EventKind kind, std::string_view name);
// The same label, shortened for a box with little room.
[[nodiscard]] QString shortLabel(EventKind kind, std::string_view name);

} // namespace lanes
